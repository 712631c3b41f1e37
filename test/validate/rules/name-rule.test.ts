import { describe, it } from 'node:test'
import { expectAccepted, expectProblem } from '../fixture.ts'

describe('name rule', () => {
  it('accepts snake_case of up to 64 characters', () => {
    expectAccepted({ name: 'a' })
    expectAccepted({ name: 'get_weather_2' })
    expectAccepted({ name: 'a'.repeat(64) })
  })
  it('refuses an empty, blank or missing name', () => {
    expectProblem({ name: '' }, ['DEFINE_NAME_EMPTY', 'name', /tool name cannot be empty/])
    expectProblem({ name: '  ' }, ['DEFINE_NAME_EMPTY', 'name', /tool name cannot be empty/])
    expectProblem({ name: undefined }, ['DEFINE_NAME_EMPTY', 'name', /tool name cannot be empty/])
    expectProblem({ name: null }, ['DEFINE_NAME_EMPTY', 'name', /tool name cannot be empty/])
  })
  it('refuses what is not snake_case', () => {
    expectProblem({ name: 'getWeather' }, ['DEFINE_NAME_INVALID', 'name', /invalid tool name: /])
    expectProblem({ name: '1st' }, ['DEFINE_NAME_INVALID', 'name', /invalid tool name: /])
    expectProblem({ name: '_x' }, ['DEFINE_NAME_INVALID', 'name', /invalid tool name: /])
    expectProblem({ name: 'a-b' }, ['DEFINE_NAME_INVALID', 'name', /invalid tool name: /])
    expectProblem({ name: '\u00e9' }, ['DEFINE_NAME_INVALID', 'name', /invalid tool name: /])
    expectProblem({ name: 'a b' }, ['DEFINE_NAME_INVALID', 'name', /invalid tool name: /])
    expectProblem({ name: 'a\n' }, ['DEFINE_NAME_INVALID', 'name', /invalid tool name: /])
  })
  it('refuses what is not text', () => {
    expectProblem({ name: 5 }, ['DEFINE_NAME_INVALID', 'name', /invalid tool name: 5/])
  })
  it('refuses more than 64 characters', () => {
    expectProblem({ name: 'a'.repeat(65) }, ['DEFINE_NAME_TOO_LONG', 'name', /65 characters, at most 64/])
  })
  it('refuses the reserved words', () => {
    expectProblem({ name: 'execute' }, ['DEFINE_NAME_RESERVED', 'name', /execute is a reserved word/])
    expectProblem({ name: 'run' }, ['DEFINE_NAME_RESERVED', 'name', /run is a reserved word/])
    expectProblem({ name: 'call' }, ['DEFINE_NAME_RESERVED', 'name', /call is a reserved word/])
    expectProblem({ name: 'invoke' }, ['DEFINE_NAME_RESERVED', 'name', /invoke is a reserved word/])
  })
})
