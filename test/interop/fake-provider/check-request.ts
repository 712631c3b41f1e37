import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv, type ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Body, WireFormat } from './wire-format.ts'

const corpora = process.env['TOOLWRIGHT_CORPORA']
const compiled = new Map<string | object, ValidateFunction>()

/** What is wrong with a request: by its schema (the official ones need the corpora) and by its format's own check. */
export function checkRequest(format: WireFormat, body: Body): readonly string[] {
  const problems = [...basicProblems(format, body), ...(format.check?.(body) ?? [])]
  const validate = validatorOf(format.schema)
  const judged = format.normalise?.(body) ?? body
  if (validate !== undefined && !validate(judged)) {
    for (const error of validate.errors ?? []) {
      problems.push(`${error.instancePath} ${error.message} ${JSON.stringify(error.params)}`)
    }
  }
  return problems.slice(0, 10)
}

function basicProblems(format: WireFormat, body: Body): readonly string[] {
  const names = format.tools(body)
  const bad = names.filter((name) => !/^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/.test(name))
  const ids = format.results(body).map(({ id }) => id)
  const called = format.calls(body)
  return [
    ...bad.map((name) => `tool name ${name}`),
    ...(new Set(names).size === names.length ? [] : ['two tools of one name']),
    ...(ids.toSorted().join() === called.toSorted().join()
      ? []
      : [`calls ${called.join()} are answered by ${ids.join()}`]),
    ...(ids.every((id) => typeof id === 'string' && id !== '') ? [] : ['a result without an id']),
  ]
}

function validatorOf(source: string | object): ValidateFunction | undefined {
  const known = compiled.get(source)
  if (known !== undefined) return known
  const schema: Body = typeof source === 'string' ? officialSchema(source) : source
  if (schema === undefined) return undefined
  const isOld = String(schema.$schema).includes('draft-07')
  const options = { strict: false, allErrors: false, validateFormats: false, logger: false } as const
  const validate = (isOld ? new Ajv(options) : new Ajv2020(options)).compile(schema)
  compiled.set(source, validate)
  return validate
}

function officialSchema(name: string): Body {
  const file = join(corpora ?? '', 'provider-request-schemas', name)
  return corpora !== undefined && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}
