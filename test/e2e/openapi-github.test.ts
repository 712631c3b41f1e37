import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { validateArguments } from '../../src/calls/validate-arguments.ts'
import type { Tool } from '../../src/define/tool.ts'
import { listProviders, provider } from '../../src/providers/provider.ts'
import { compileChecked } from '../../src/schema/compile/compile-checked.ts'
import { minimalExample } from '../../src/schema/example/example.ts'
import { toolsFromOpenApi } from '../../src/sources/openapi/tools-from-open-api.ts'
import { listenForOne, run } from '../sources/http/echo-server.ts'

const FILE = resolve('test/openapi/node_modules/@octokit/openapi/generated/api.github.com.json')
const skip = existsSync(FILE) ? false : "GitHub's document is not installed: npm ci --prefix test/openapi"
const OPERATIONS = 1_223

type Arguments = Record<string, unknown>

/** Arguments that the tool takes; a path has no empty segments. */
function argumentsOf({ definition }: Tool): Arguments {
  const args = minimalExample(definition.inputSchema) as Arguments
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [name, value === '' ? 'x' : value]))
}

describe("GitHub's document", { skip }, () => {
  it('is taken over whole, each schema valid, each name usable, each change told', async () => {
    const before = process.cpuUsage()
    const { tools, problems, changes } = await toolsFromOpenApi(FILE)
    const seconds = process.cpuUsage(before).user / 1e6
    assert.equal(tools.length, OPERATIONS)
    assert.deepEqual(problems, [])
    assert.deepEqual(
      changes.map(({ kind, operation }) => `${kind} ${operation}`),
      [
        'body-kept-whole PATCH /orgs/{org}/actions/variables/{name}',
        'body-kept-whole PATCH /orgs/{org}/agents/variables/{name}',
        'body-kept-whole PATCH /repos/{owner}/{repo}/actions/variables/{name}',
        'body-kept-whole PATCH /repos/{owner}/{repo}/agents/variables/{name}',
        'body-kept-whole PATCH /repos/{owner}/{repo}/environments/{environment_name}/variables/{name}',
      ],
    )
    const names = tools.map(({ definition }) => definition.name)
    assert.equal(new Set(names).size, OPERATIONS)
    assert.ok(names.every((name) => /^[a-z][a-z0-9_]{0,63}$/.test(name)))
    assert.ok(names.includes('issues_list_for_repo'))
    for (const { definition } of tools) {
      compileChecked(definition.inputSchema)
      if (definition.outputSchema !== undefined) compileChecked(definition.outputSchema)
    }
    // Generous: a busy machine must not make it red.
    assert.ok(seconds < 15, `${seconds} s`)
  })

  it('reaches every provider, each tool of it under its own name', async () => {
    const { tools } = await toolsFromOpenApi(FILE)
    const definitions = tools.map(({ definition }) => definition)
    for (const id of listProviders()) {
      // A hundred at a time: some take no more in one request.
      for (let start = 0; start < definitions.length; start += 100) {
        const { warnings } = provider(id).encodeTools(definitions.slice(start, start + 100))
        const lost = warnings.filter(({ kind }) => kind === 'quarantined' || kind === 'renamed')
        assert.deepEqual(lost, [], id)
      }
    }
  })

  it('calls every operation where it is', async (t: TestContext) => {
    const { host, url, heard } = await listenForOne(t)
    const { tools } = await toolsFromOpenApi(FILE, { servers: [url], allowHosts: [host] })
    for (const tool of tools) {
      const { name, metadata } = tool.definition
      const args = argumentsOf(tool)
      const checked = validateArguments(tool.definition, args)
      assert.ok(checked.ok, `${name}: ${JSON.stringify(checked)}`)
      const output = await run(tool, args)
      assert.notEqual(output.type, 'error', `${name}: ${JSON.stringify(output)}`)
      const pattern = JSON.stringify(metadata['path'])
        .slice(1, -1)

        .replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&')
        .replaceAll(/\{[^{}]+\}/g, '[^/?]+')
      assert.match(heard().url, new RegExp(`^${pattern}(?:\\?|$)`))
      assert.equal(heard().method, metadata['method'])
    }
  })
})
