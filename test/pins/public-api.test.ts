import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import * as toolwright from '../../src/index.ts'

// Literals, never imported from src: a red pin means that others will notice the change. If it is meant, change the pin
// in the same commit and say so in the CHANGELOG.
const EXPORTS = [
  'BUILTIN_NAMES',
  'CATEGORIES',
  'DANGER_LEVELS',
  'ERROR_CODES',
  'ISOLATION_LEVELS',
  'KNOWN_PERMISSIONS',
  'LOG_CODES',
  'METRICS',
  'TIERS',
  'ToolCallAccumulator',
  'ToolwrightError',
  'audio',
  'brave',
  'buildManifest',
  'builtinTools',
  'callFrom',
  'callbackChannel',
  'clientModel',
  'compileSchema',
  'connectMcp',
  'createBatchResults',
  'createFrameReader',
  'createRegistry',
  'createToolwright',
  'defineCodeTool',
  'defineCommandTool',
  'defineHttpTool',
  'defineModuleTool',
  'defineTool',
  'definitionFromLoose',
  'definitionToJson',
  'definitionsFromLoose',
  'elicitByApproval',
  'fail',
  'fileClaims',
  'followSource',
  'formatProblem',
  'hashDefinition',
  'httpModel',
  'image',
  'implement',
  'json',
  'jsonLogger',
  'limitsOf',
  'listProviders',
  'memoryClaims',
  'missingPermissions',
  'openAiServer',
  'parametersToSchema',
  'parts',
  'pend',
  'probeSandbox',
  'provider',
  'readCall',
  'renderFileProblem',
  'resource',
  'resultToMessage',
  'resultToText',
  'resultsToNeutral',
  'resumeAgent',
  'runAgent',
  'safeTool',
  'searxng',
  'streamAgent',
  'succeed',
  'terminalChannel',
  'text',
  'timed',
  'toolBuilder',
  'toolError',
  'toolFromFunction',
  'toolsFromFile',
  'toolsFromFiles',
  'toolsFromManifest',
  'toolsFromModule',
  'toolsFromOpenApi',
  'validateArguments',
  'validateDefinition',
  'validateFiles',
  'validateResult',
  'watchFiles',
  'watchTools',
  'withOptionalParameter',
  'withRequiredParameter',
]

describe('the public surface', () => {
  it('exports exactly these names', () => {
    assert.deepEqual(Object.keys(toolwright).sort(), EXPORTS)
  })

  it('has these entries in the package', () => {
    const { exports: entries } = JSON.parse(readFileSync('package.json', 'utf8')) as { exports: object }
    assert.deepEqual(Object.keys(entries), [
      '.',
      './providers/*',
      './providers/*/*',
      './interop',
      './tool-file.schema.json',
      './package.json',
    ])
  })

  it('has these danger levels, isolation levels, categories and tiers', () => {
    assert.deepEqual(toolwright.DANGER_LEVELS, ['safe', 'low', 'medium', 'high', 'critical'])
    assert.deepEqual(toolwright.ISOLATION_LEVELS, ['none', 'standard', 'strict', 'restricted'])
    assert.deepEqual(
      Object.entries(toolwright.CATEGORIES).map(([name, { risk }]) => `${name} ${risk}`),
      [
        'file_system medium',
        'network medium-high',
        'database medium',
        'code_execution high',
        'external_api medium',
        'knowledge low',
        'communication medium',
        'system low',
      ],
    )
    assert.deepEqual(
      Object.entries(toolwright.TIERS).map(([name, traits]) => [
        name,
        traits.builtinTools,
        traits.customTools,
      ]),
      [
        ['core', 5, 0],
        ['writer_pro', 5, 10],
        ['teams', 8, 50],
        ['enterprise', 8, Infinity],
      ],
    )
  })

  it('has these permissions', () => {
    assert.deepEqual(toolwright.KNOWN_PERMISSIONS, [
      'tool.filesystem.read',
      'tool.filesystem.write',
      'tool.process.run',
      'tool.network.fetch',
      'tool.database.read',
      'tool.database.write',
      'tool.knowledge.read',
      'tool.knowledge.write',
      'tool.communication.send',
      'tool.system.read',
    ])
  })

  it('has these log codes and metrics', () => {
    assert.deepEqual(Object.keys(toolwright.LOG_CODES), [
      'TLS-DEF-001',
      'TLS-DEF-002',
      'TLS-DEF-003',
      'TLS-DEF-004',
      'TLS-DEF-005',
      'TLS-DEF-006',
      'TLS-CALL-001',
      'TLS-CALL-002',
      'TLS-CALL-003',
      'TLS-CALL-004',
      'TLS-CALL-005',
      'TLS-CALL-006',
      'TLS-CALL-007',
      'TLS-POL-001',
      'TLS-OBS-001',
    ])
    assert.deepEqual(Object.keys(toolwright.METRICS), [
      'tools.definitions.validation.duration',
      'tools.definitions.validation.failures',
      'tools.definitions.created',
      'tools.definitions.by_category',
      'tools.executions.duration',
      'tools.executions.total',
      'tools.executions.denied',
      'gen_ai.execute_tool.duration',
    ])
  })
})
