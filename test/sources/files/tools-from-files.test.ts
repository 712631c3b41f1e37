import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { stringify } from 'yaml'
import { defineTool } from '../../../src/author/define-tool.ts'
import { definitionToJson } from '../../../src/define/definition-json.ts'
import type { ToolFilesOptions } from '../../../src/sources/files/tool-files-options.ts'
import { toolsFromFiles } from '../../../src/sources/files/tools-from-files.ts'
import { validateDefinition } from '../../../src/validate/validate-definition.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tools-from-files-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function write(name: string, text: string): string {
  const file = join(folder, name)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  return file
}

/** The tools of one YAML text, and its problems as `line:column path message`. */
async function read(text: string, options: ToolFilesOptions = {}) {
  const { tools, problems } = await toolsFromFiles(write('tools.yaml', text), options)
  const said = problems.map(({ line, column, path, message }) => `${line}:${column} ${path} ${message}`)
  return { tools, said, problems }
}

const HEAD = 'name: one\ndescription: One\nparameters: [{ name: city, type: string, required: true }]\n'

const readFileTool = defineTool({
  name: 'read_file',
  description: 'Reads a file',
  input: [{ name: 'path', type: 'string', required: true }],
  dangerLevel: 'low',
  requiredPermissions: ['tool.filesystem.read'],
  constraints: { maxExecutionMs: 20_000 },
  run: ({ path }) => path,
})

describe('toolsFromFiles', () => {
  it('takes a tool, a list of tools, and a list under `tools`, in YAML and JSON', async () => {
    const code = { description: 'd', parameters: [], code: 'return 1' }
    write('a.yaml', stringify({ name: 'a', ...code }))
    write('b.yml', stringify([{ name: 'b', ...code }]))
    write(
      'c.json',
      JSON.stringify({
        $schema: 'x',
        tools: [
          { name: 'c', ...code },
          { name: 'd', ...code },
        ],
      }),
    )
    write('package.json', '{}')
    write('notes.txt', 'no tool')
    const { tools, problems } = await toolsFromFiles(folder)
    assert.deepEqual(problems, [])
    assert.deepEqual(
      tools.map(({ definition }) => definition.name),
      ['a', 'b', 'c', 'd'],
    )
  })

  it('holds code and commands for dangerous, and a module as its kind has it', async () => {
    write('m.ts', 'export const f = () => 1\n')
    const { tools, said } = await read(`tools:
  - { name: a, description: d, parameters: [], code: return 1 }
  - { name: b, description: d, parameters: [], command: [date] }
  - { name: c, description: d, parameters: [], module: m.ts, export: f }
`)
    assert.deepEqual(said, [])
    assert.deepEqual(
      tools.map(({ definition, implementation }) => [implementation.kind, definition.dangerLevel]),
      [
        ['code', 'high'],
        ['command', 'high'],
        ['module', 'safe'],
      ],
    )
  })

  it('reads a command as a list or with its input and where its limits come from', async () => {
    const { tools } = await read(
      `${HEAD}command: { argv: [grep, '{city}'], stdin: '{city}', working_directory_from: city, timeout_seconds_from: city }\n`,
    )
    assert.deepEqual(tools[0]?.implementation, {
      kind: 'command',
      argv: ['grep', '{city}'],
      stdin: '{city}',
      workingDirectoryFrom: 'city',
      timeoutSecondsFrom: 'city',
    })
  })

  it('says which word of a command names no parameter', async () => {
    const { said } = await read(`${HEAD}command: [echo, '{city}', '{cty}']\n`)
    assert.deepEqual(said, ['4:27 command[2] `cty` is none of the parameters. Did you mean `city`?'])
  })

  it('refuses a program that the model would choose', async () => {
    const { said } = await read(`${HEAD}command: ['{city}']\n`)
    assert.match(said[0] ?? '', /^4:10 command its `argv` must be a list of texts, the program first/)
  })

  it('makes an HTTP tool, in the names of files', async () => {
    const { tools, said } = await read(
      `${HEAD}http:\n  url: https://api.example.com/w/{city}\n  timeout_ms: 500\n  headers: { Authorization: 'Bearer \${env:KEY}' }\n`,
    )
    assert.deepEqual(said, [])
    assert.equal(tools[0]?.definition.dangerLevel, 'low')
    assert.equal(tools[0].definition.category, 'external_api')
    assert.equal(tools[0].definition.constraints?.allowSideEffects, false)
  })

  it('says what is wrong with a request where it stands, in the words of the file', async () => {
    const { said } = await read(
      `${HEAD}danger_level: hgh\nhttp:\n  url: https://api.example.com/w\n  timeout_ms: 0\n  basicAuth: {}\n`,
    )
    assert.deepEqual(said, [
      '8:3 http.basicAuth `basicAuth` is no field of a request. Did you mean `basic_auth`?',
      '4:15 danger_level unknown danger level "hgh". Did you mean `high`?',
      '7:15 http.timeout_ms `timeout_ms` is the number 0; expected a whole number from 1 to 600000',
    ])
  })

  it('reports every problem of every tool at once, and keeps the others', async () => {
    const { tools, said } = await read(`tools:
  - { name: good, description: d, parameters: [], code: return 1 }
  - name: getWeather
    description: ''
    dangerLevel: high
    code: return 1
    command: [date]
  - 7
  - { name: idle, description: d, parameters: [] }
`)
    assert.deepEqual(
      tools.map(({ definition }) => definition.name),
      ['good'],
    )
    assert.deepEqual(said, [
      '5:5 tools[1].dangerLevel `dangerLevel` is no field of a tool. Did you mean `danger_level`?',
      '7:14 tools[1].command both `code` and `command` would run this tool',
      '3:11 tools[1].name invalid tool name: getWeather',
      '4:18 tools[1].description tool description cannot be empty',
      '3:5 tools[1].input_schema there is no input schema',
      '8:5 tools[2] a tool is an object, not a number',
      '9:5 tools[3] nothing runs this tool',
    ])
  })

  it('points into a schema, however deep', async () => {
    const { said } = await read(
      'name: one\ndescription: d\ncode: return 1\ninput_schema:\n  type: object\n  properties:\n    a:\n      items: { type: strng }\n',
    )
    assert.match(said[0] ?? '', /^8:22 input_schema\.properties\.a\.items\.type `type` is `"strng"`/)
  })

  it('refuses a name that another file has', async () => {
    const tool = 'name: same\ndescription: d\nparameters: []\ncode: return 1\n'
    const first = write('a.yaml', tool)
    write('b.yaml', tool)
    const { tools, problems } = await toolsFromFiles(folder)
    assert.equal(tools.length, 1)
    assert.equal(problems[0]?.code, 'REGISTER_NAME_TAKEN')
    assert.equal(problems[0].message, `the name \`same\` is taken by ${first}:1`)
  })

  it('keeps what was written by definitionToJson', async () => {
    const validation = validateDefinition(
      { name: 'x', description: 'y'.repeat(2_000), origin: { source: 'mcp:a', name: 'X' } },
      { imported: true, kind: 'code' },
    )
    assert.ok(validation.ok)
    const { tools, said } = await read(
      stringify({ ...definitionToJson(validation.definition), code: 'return 1' }),
    )
    assert.deepEqual(said, [])
    assert.deepEqual(tools[0]?.definition, validation.definition)
  })
})

describe('a module in a file', () => {
  it('stays in the folder of the file, behind links too', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'outside-'))
    writeFileSync(join(outside, 'm.ts'), '')
    symlinkSync(join(outside, 'm.ts'), join(folder, 'link.ts'))
    try {
      for (const module of ['../m.ts', '/etc/m.js', 'link.ts', './a/../../m.ts']) {
        const { said } = await read(`${HEAD}module: ${module}\n`)
        assert.match(said[0] ?? '', /^4:9 module `.*` lies outside the folder of the definition file$/)
      }
      const { said } = await read(`${HEAD}module: link.ts\n`, { moduleFolders: [outside] })
      assert.deepEqual(said, [])
    } finally {
      rmSync(outside, { recursive: true })
    }
  })

  it('must be there, and have the name of a module', async () => {
    assert.deepEqual((await read(`${HEAD}module: none.ts\n`)).said, ['4:9 module there is no file `none.ts`'])
    assert.deepEqual((await read(`${HEAD}module: tools.yaml\n`)).said, [
      '4:9 module `tools.yaml` is no module by its name',
    ])
  })
})

describe('a tool that is there already', () => {
  it('gets another name and tighter limits', async () => {
    const { tools, said } = await read(
      'builtin: read_file\nname: read_notes\ndanger_level: high\nconstraints: { max_execution_ms: 5000 }\nrequired_permissions: [tool.system.read]\n',
      { builtins: [readFileTool] },
    )
    assert.deepEqual(said, [])
    const { definition, implementation } = tools[0] ?? readFileTool
    assert.equal(implementation, readFileTool.implementation)
    assert.equal(definition.name, 'read_notes')
    assert.equal(definition.dangerLevel, 'high')
    assert.deepEqual(definition.constraints, { maxExecutionMs: 5_000 })
    assert.deepEqual(definition.requiredPermissions, ['tool.filesystem.read', 'tool.system.read'])
    assert.deepEqual(definition.inputSchema, readFileTool.definition.inputSchema)
  })

  it('is not held looser, nor given other arguments', async () => {
    const { said } = await read(
      'builtin: read_file\ndanger_level: safe\nconstraints: { max_execution_ms: 60000, allow_side_effects: false }\nparameters: []\n',
      { builtins: [readFileTool] },
    )
    assert.deepEqual(said, [
      '4:1 parameters `parameters` is what the tool itself says, and cannot be said here',
      '2:15 danger_level `safe` is below `low`: a built-in tool may only be held tighter',
      '3:34 constraints.max_execution_ms 60000 is above 20000: a built-in tool may only be held tighter',
      '3:61 constraints.allow_side_effects whether it has side effects is known: a built-in tool may only be held tighter',
    ])
  })

  it('is a tool of a connected server, of which a person may say that it is safe', async () => {
    const remote = defineTool({
      name: 'create_issue',
      description: 'd',
      input: [],
      dangerLevel: 'high',
      origin: { source: 'mcp:github', name: 'createIssue' },
      run: () => 1,
    })
    const { tools, said } = await read('mcp: { server: github, tool: createIssue }\ndanger_level: low\n', {
      mcp: { github: [remote] },
    })
    assert.deepEqual(said, [])
    assert.equal(tools[0]?.definition.name, 'create_issue')
    assert.equal(tools[0].definition.dangerLevel, 'low')
  })

  it('is a problem when it is not there', async () => {
    assert.deepEqual((await read('builtin: read_fil\n', { builtins: [readFileTool] })).said, [
      '1:10 builtin there is no built-in tool `read_fil` here. Did you mean `read_file`?',
    ])
    assert.deepEqual((await read('mcp: { server: githb, tool: x }\n', { mcp: { github: [] } })).said, [
      '1:16 mcp.server no MCP server `githb` is connected. Did you mean `github`?',
    ])
    assert.deepEqual((await read('mcp: { server: github, tool: x }\n', { mcp: { github: [] } })).said, [
      '1:30 mcp.tool the server `github` has no tool `x`.',
    ])
  })
})

describe('files that are none', () => {
  it('are refused with a reason, and cost no other file', async () => {
    write('big.yaml', '')
    truncateSync(join(folder, 'big.yaml'), 100 * 1024 * 1024)
    write('empty.json', ' \n')
    write('latin.yaml', '')
    writeFileSync(join(folder, 'latin.yaml'), Buffer.from([0x61, 0x3a, 0x20, 0xe9]))
    mkdirSync(join(folder, 'sub.yaml'))
    write('good.yaml', 'name: good\ndescription: d\nparameters: []\ncode: return 1\n')
    const { tools, problems } = await toolsFromFiles([
      folder,
      join(folder, 'none.yaml'),
      join(folder, 'a.ts'),
    ])
    assert.equal(tools.length, 1)
    assert.deepEqual(
      problems.map(({ message }) => message),
      [
        'it has 104857600 bytes, at most 2097152 are read',
        'the file is empty',
        'it is no UTF-8 text',
        'it is no ordinary file',
        'there is no such file',
        'there is no such file',
      ],
    )
  })

  it('throws for what is no path, and for options that do not exist', async () => {
    await assert.rejects(toolsFromFiles(7 as unknown as string), /takes paths of files and folders/)
    await assert.rejects(toolsFromFiles('a', { tools: [] } as object), /has no option `tools`/)
  })
})
