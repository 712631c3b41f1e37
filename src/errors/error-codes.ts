// The one table of everything that can go wrong. Comes in: a code. Goes out: who should hear of it, whether trying
// again can help, and what each shell answers with. Shells only look up; none invents a status of its own.

/** What is known of a code before it ever happens. */
export interface ErrorTraits {
  /** Who can mend it: the model by another call, the developer in code, the operator of the deployment. */
  readonly audience: 'model' | 'developer' | 'operator'
  /** Whether the same call, sent again unchanged, may succeed. */
  readonly retryable: boolean
  readonly httpStatus: number
  readonly jsonRpcCode: number
  /** Exit code of a command line program (sysexits.h where one fits). */
  readonly exitCode: number
  /** One sentence: when it happens. */
  readonly summary: string
  /** One sentence: what to do about it. */
  readonly cure: string
}

const INVALID_REQUEST = -32_600
const INVALID_PARAMS = -32_602
const INTERNAL = -32_603
const SERVER = -32_000

type Bare = Pick<ErrorTraits, 'summary' | 'cure'>

/** A problem in a definition: found before anything is registered. */
const inDefinition = (summary: string, cure: string): ErrorTraits => ({
  audience: 'developer',
  retryable: false,
  httpStatus: 422,
  jsonRpcCode: INVALID_PARAMS,
  exitCode: 65,
  summary,
  cure,
})

const atTier = (summary: string, cure: string): ErrorTraits => ({
  audience: 'operator',
  retryable: false,
  httpStatus: 402,
  jsonRpcCode: SERVER,
  exitCode: 77,
  summary,
  cure,
})

const fromModel = (bare: Bare & Partial<ErrorTraits>): ErrorTraits => ({
  audience: 'model',
  retryable: false,
  httpStatus: 400,
  jsonRpcCode: INVALID_PARAMS,
  exitCode: 65,
  ...bare,
})

export const ERROR_CODES = {
  // define
  DEFINE_INVALID: inDefinition(
    'A definition has one or more problems.',
    'Mend each of the listed problems; each has its own code.',
  ),
  DEFINE_FIELD_TYPE: inDefinition(
    'A field has a value of the wrong type.',
    'Give the type that the message names.',
  ),
  DEFINE_FIELD_UNKNOWN: inDefinition(
    'A field is not part of a definition.',
    'Remove it, correct its spelling, or put it under `metadata`.',
  ),
  DEFINE_FIELD_TOO_LONG: inDefinition(
    'A field is longer than its limit.',
    'Shorten it to the limit in the message.',
  ),
  DEFINE_NAME_EMPTY: inDefinition('The tool has no name.', 'Give a snake_case name.'),
  DEFINE_NAME_INVALID: inDefinition(
    'The name is not snake_case.',
    'Start with a letter a–z; go on with a–z, 0–9 and _.',
  ),
  DEFINE_NAME_TOO_LONG: inDefinition('The name is longer than 64 characters.', 'Shorten the name.'),
  DEFINE_NAME_RESERVED: inDefinition(
    'The name is a reserved word.',
    'Say what the tool does: `run_query` instead of `run`.',
  ),
  DEFINE_DESCRIPTION_EMPTY: inDefinition(
    'The description is empty.',
    'Say in a sentence what the tool does; the model chooses by it.',
  ),
  DEFINE_DESCRIPTION_TOO_LONG: inDefinition(
    'The description is longer than its limit.',
    'Keep what the model needs to choose; move the rest to your docs.',
  ),
  DEFINE_CATEGORY_UNKNOWN: inDefinition(
    'The category is not one of the known ones.',
    'Choose one of the listed categories.',
  ),
  DEFINE_DANGER_UNKNOWN: inDefinition(
    'The danger level is not one of the known ones.',
    'Choose safe, low, medium, high or critical.',
  ),
  DEFINE_VERSION_INVALID: inDefinition('The version is not a semantic version.', 'Write it as `1.0.0`.'),
  DEFINE_TAGS_INVALID: inDefinition(
    'A tag is empty, too long, or given twice, or there are too many.',
    'Give a few short, different tags.',
  ),
  DEFINE_METADATA_INVALID: inDefinition(
    'The metadata is not plain JSON, or too large.',
    'Keep plain JSON values within the limit.',
  ),
  DEFINE_ORIGIN_INVALID: inDefinition(
    'The origin is not of the known form.',
    'Give `{ source, name }`, both text.',
  ),
  DEFINE_PERMISSION_UNKNOWN: inDefinition(
    'A required permission is not in the known set.',
    'Use a known permission, or add yours with the `permissions` option.',
  ),
  DEFINE_HTTP_INVALID: inDefinition(
    'The request of an HTTP tool is incomplete, or says what it cannot mean.',
    'Correct the part of the request that the message names.',
  ),
  DEFINE_PARAMETER_NAME_INVALID: inDefinition(
    'A parameter name is empty, too long or not snake_case.',
    'Use snake_case, or give a JSON Schema to keep other names.',
  ),
  DEFINE_PARAMETER_DUPLICATE: inDefinition(
    'Two parameters have the same name.',
    'Rename or remove one of them.',
  ),
  DEFINE_PARAMETER_TYPE_UNKNOWN: inDefinition(
    'A parameter type is not one of the known ones.',
    'Choose string, integer, number, boolean, array or object.',
  ),
  DEFINE_PARAMETERS_TOO_MANY: inDefinition(
    'There are more parameters than a model can fill in.',
    'Group them into objects, or split the tool.',
  ),
  DEFINE_REQUIRED_WITH_DEFAULT: inDefinition(
    'A required parameter has a default.',
    'Make it optional, or remove the default.',
  ),
  DEFINE_ENUM_INVALID: inDefinition(
    'An enum is empty, has doubles, or has a value of another type than its parameter.',
    'List at least one value, each once, all of the type.',
  ),
  DEFINE_RANGE_INVALID: inDefinition(
    'A minimum or maximum does not fit its parameter.',
    'Give numbers, minimum ≤ maximum, on integer and number parameters only.',
  ),
  DEFINE_ITEMS_MISSING: inDefinition(
    'An array or object parameter says nothing about what is in it.',
    'Give `items`, `schema` or `enum`.',
  ),
  DEFINE_DEFAULT_INVALID: inDefinition(
    'A default is not valid for its own parameter.',
    'Change the default or the schema.',
  ),
  DEFINE_REQUIRED_UNKNOWN: inDefinition(
    '`required` names a property that does not exist.',
    'Add the property or take the name out of `required`.',
  ),
  DEFINE_INPUT_NOT_OBJECT: inDefinition(
    'The input schema is not an object schema with properties.',
    'Give `{ "type": "object", "properties": { … } }`, or wrap it: `z.object({ … })`.',
  ),
  DEFINE_INPUT_UNSUPPORTED: inDefinition(
    'The input or output is no schema, or a schema that JSON Schema cannot express.',
    'Give a Zod, Valibot or ArkType object, a JSON Schema or a list of parameters.',
  ),
  DEFINE_CONSTRAINT_RANGE: inDefinition(
    'A constraint is out of range or of the wrong type.',
    'Give a value of the type and within the range.',
  ),
  DEFINE_ISOLATION_TOO_LOW: inDefinition(
    'The isolation is lower than the category allows.',
    'Raise the isolation or choose another category.',
  ),
  DEFINE_IMPLEMENTATION_MISSING: inDefinition('A tool has nothing that runs it.', 'Give `run`, a function.'),
  SCHEMA_INVALID: inDefinition(
    'A JSON Schema is not itself valid.',
    'Correct the keyword that the path names.',
  ),
  SCHEMA_TOO_LARGE: inDefinition(
    'A JSON Schema is too deep, too long or has too many parts.',
    'Simplify it, or split the tool.',
  ),
  SCHEMA_DIALECT_UNKNOWN: inDefinition(
    '`$schema` names a dialect that is not supported.',
    'Use 2020-12, 2019-09 or draft-07, or leave `$schema` out.',
  ),
  SCHEMA_REF_REMOTE: inDefinition(
    'A `$ref` points outside its document.',
    'Copy what it points to under `$defs` and refer to `#/$defs/…`.',
  ),
  SCHEMA_REF_UNRESOLVED: inDefinition(
    'A `$ref` points at nothing.',
    'Correct the reference, or add what it names.',
  ),
  SCHEMA_REF_CYCLE: inDefinition(
    'A `$ref` leads back to itself without a property or item between.',
    'Put the recursion below a property or an item.',
  ),
  SCHEMA_PATTERN_INVALID: inDefinition('A pattern is not a regular expression.', 'Correct the pattern.'),
  SCHEMA_PATTERN_UNSAFE: inDefinition(
    'A pattern could take exponential time and cannot run on the linear-time engine.',
    'Write it without look-around, back-references or nested repeats.',
  ),

  // tiers
  TIER_CUSTOM_OFF: atTier(
    'Custom definitions are switched off or not part of this tier.',
    'Use a tier that allows them: writer_pro, teams or enterprise.',
  ),
  TIER_CUSTOM_LIMIT: atTier(
    'The tier holds no more custom definitions.',
    'Remove a tool, or move to the tier that the message names.',
  ),
  TIER_BUILTIN_LIMIT: atTier(
    'The tier holds no more built-in tools.',
    'Register fewer of them, or move to the tier that the message names.',
  ),
  TIER_SCHEMA_FEATURE: atTier(
    'The schema uses a keyword that this tier may not define.',
    'Leave the keyword out, or move to the tier that the message names.',
  ),
  TIER_ISOLATION: atTier(
    'The isolation level is not part of this tier.',
    'Use a lower level, or move to the tier that the message names.',
  ),

  // register
  REGISTER_NAME_TAKEN: {
    ...inDefinition(
      'A tool of this name is already registered.',
      'Pick one of the free names in the message, or update the tool.',
    ),
    httpStatus: 409,
  },
  REGISTER_NOT_FOUND: {
    ...inDefinition('There is no tool of this name to change.', 'Check the name against `list()`.'),
    httpStatus: 404,
  },
  REGISTER_BUILTIN_PROTECTED: {
    ...inDefinition(
      'A built-in tool cannot be changed, removed or shadowed.',
      'Disable it instead, and register yours under another name.',
    ),
    httpStatus: 403,
    exitCode: 77,
  },
  REGISTER_VERSION_CONFLICT: {
    ...inDefinition(
      'The tool was changed by somebody else in between.',
      'Read it again, then repeat the change on the newer version.',
    ),
    httpStatus: 409,
    retryable: true,
  },
  REGISTER_CLOSURE_ISOLATED: inDefinition(
    'A closure asks for isolation; only code that can be loaded elsewhere can be isolated.',
    'Give the tool as a module, or leave isolation out.',
  ),
  OPTION_INVALID: inDefinition(
    'An option has a wrong name or value.',
    'Correct the option that the message names.',
  ),

  // sources
  SOURCE_UNREADABLE: inDefinition(
    'A document that describes tools cannot be read.',
    'Check the path or address, and that it holds what it should.',
  ),
  SOURCE_UNSUPPORTED: inDefinition(
    'One of the tools that a document describes cannot be taken over.',
    'Leave it out, or write it by hand; the others are not concerned.',
  ),
  SOURCE_INVALID: inDefinition(
    'A function or a file cannot become a tool.',
    'Mend what the message lists, each with its place and cure.',
  ),
  SOURCE_STALE: inDefinition(
    'A manifest was built from files that have changed since.',
    'Build it again with `buildManifest`.',
  ),

  // calls
  CALL_INVALID: fromModel({
    summary: 'What was sent is not a tool call.',
    cure: 'Send an id, a name and arguments as JSON text.',
  }),
  TOOL_NOT_FOUND: fromModel({
    summary: 'There is no tool of this name.',
    cure: 'Call one of the names offered.',
    httpStatus: 404,
  }),
  TOOL_DISABLED: fromModel({
    summary: 'The tool exists but is switched off.',
    cure: 'Use another tool, or ask the operator to enable it.',
    httpStatus: 409,
  }),
  ARGUMENTS_NOT_JSON: fromModel({
    summary: 'The arguments are not valid JSON.',
    cure: 'Send one JSON object.',
  }),
  ARGUMENTS_TRUNCATED: fromModel({
    summary: 'The arguments were cut off by the token limit.',
    cure: 'Send the call again with shorter arguments.',
  }),
  ARGUMENTS_TOO_LARGE: fromModel({
    summary: 'The arguments are larger than the limit.',
    cure: 'Send less at a time.',
    httpStatus: 413,
  }),
  ARGUMENTS_INVALID: fromModel({
    summary: 'One or more arguments do not fit the schema.',
    cure: 'Correct each listed argument and call again.',
  }),
  ARGUMENT_MISSING: fromModel({
    summary: 'A required argument is missing.',
    cure: 'Call again with the argument.',
  }),

  // approve
  PERMISSION_DENIED: fromModel({
    summary: 'The caller does not hold a permission that the tool requires.',
    cure: 'Grant the permission to the caller.',
    audience: 'operator',
    httpStatus: 403,
    exitCode: 77,
    jsonRpcCode: SERVER,
  }),
  APPROVAL_DENIED: fromModel({
    summary: 'A person or a rule refused the call.',
    cure: 'Do something else, or ask the person what they would allow.',
    httpStatus: 403,
    exitCode: 77,
    jsonRpcCode: SERVER,
  }),
  APPROVAL_UNAVAILABLE: fromModel({
    summary: 'The call needs approval and there is nobody to ask.',
    cure: 'Give `createToolwright` an `approve` callback or channel.',
    audience: 'operator',
    httpStatus: 403,
    exitCode: 77,
    jsonRpcCode: SERVER,
  }),
  APPROVAL_PENDING: fromModel({
    summary: 'The call waits for approval.',
    cure: 'Wait for the decision, then ask for the result again.',
    retryable: true,
    httpStatus: 202,
    exitCode: 75,
    jsonRpcCode: SERVER,
  }),

  // execute
  EXECUTE_FAILED: fromModel({
    summary: 'The tool failed while running.',
    cure: 'Read the message; change the arguments or try another way.',
    httpStatus: 502,
    exitCode: 70,
    jsonRpcCode: INTERNAL,
  }),
  EXECUTE_TIMEOUT: fromModel({
    summary: 'The tool did not finish within its time limit.',
    cure: 'Ask for less, or raise the limit.',
    retryable: true,
    httpStatus: 504,
    exitCode: 75,
    jsonRpcCode: SERVER,
  }),
  EXECUTE_CANCELLED: fromModel({
    summary: 'The call was cancelled.',
    cure: 'Call again if it is still wanted.',
    retryable: true,
    httpStatus: 499,
    exitCode: 75,
    jsonRpcCode: SERVER,
  }),
  RESULT_INVALID: fromModel({
    summary: 'The tool gave a result that does not fit its own output schema.',
    cure: 'Mend the tool or its output schema.',
    audience: 'developer',
    httpStatus: 502,
    exitCode: 70,
    jsonRpcCode: INTERNAL,
  }),
  SOURCE_UNAVAILABLE: fromModel({
    summary: 'The server that a tool belongs to cannot be reached at the moment.',
    cure: 'Try again later, or use another tool; the source of the tool says since when and why.',
    retryable: true,
    httpStatus: 503,
    exitCode: 75,
    jsonRpcCode: SERVER,
  }),
  SANDBOX_UNAVAILABLE: fromModel({
    summary: 'The isolation that the call needs cannot be enforced here.',
    cure: 'Run where the level can be enforced; it is never lowered.',
    audience: 'operator',
    httpStatus: 503,
    exitCode: 69,
    jsonRpcCode: SERVER,
  }),
  SANDBOX_DENIED: fromModel({
    summary: 'A tool asks for paths or hosts that this host does not allow.',
    cure: 'Allow them in the `sandbox.allow` option, or take them out of the tool.',
    audience: 'operator',
    httpStatus: 403,
    exitCode: 77,
    jsonRpcCode: SERVER,
  }),
  SANDBOX_LIMIT: fromModel({
    summary: 'An isolated tool used more memory, processor time or output than it may, and was ended.',
    cure: 'Ask for less at a time, or raise the limit.',
    httpStatus: 413,
    exitCode: 75,
    jsonRpcCode: SERVER,
  }),
  SANDBOX_CRASHED: fromModel({
    summary: 'The process of an isolated tool ended, or broke its protocol, before it gave a result.',
    cure: 'Read the message for how it ended, and mend the tool.',
    httpStatus: 502,
    exitCode: 70,
    jsonRpcCode: SERVER,
  }),
  NETWORK_BLOCKED: fromModel({
    summary: 'An address is private, local or not on the list of allowed hosts.',
    cure: 'Use a public address, or have the operator allow the host by name.',
    httpStatus: 403,
    exitCode: 77,
    jsonRpcCode: SERVER,
  }),
  TOOL_NOT_CONFIGURED: fromModel({
    summary: 'A built-in tool needs a service that nobody has configured.',
    cure: 'Give the option that the message names.',
    audience: 'operator',
    httpStatus: 503,
    exitCode: 78,
    jsonRpcCode: SERVER,
  }),
  PROVIDER_ERROR: fromModel({
    summary: 'The provider of the model answered with an error.',
    cure: 'Read the message of the provider.',
    audience: 'operator',
    retryable: true,
    httpStatus: 502,
    exitCode: 69,
    jsonRpcCode: SERVER,
  }),
  PROVIDER_UNKNOWN: inDefinition(
    'There is no provider of this name.',
    'Use one of the listed names, or give a provider format of your own.',
  ),
  RESPONSE_UNREADABLE: fromModel({
    summary: 'What came is not an answer of this provider.',
    cure: 'Check the address and which provider it speaks.',
    audience: 'operator',
    httpStatus: 502,
    exitCode: 69,
    jsonRpcCode: SERVER,
  }),
  RESPONSE_TOO_LARGE: fromModel({
    summary: 'An answer of a provider is larger or nests deeper than the limit.',
    cure: 'Ask for less, or raise the limit.',
    audience: 'operator',
    httpStatus: 502,
    exitCode: 69,
    jsonRpcCode: SERVER,
  }),
  RESPONSE_BLOCKED: fromModel({
    summary: 'The model refused, or a filter of its provider stopped it; none of its calls may run.',
    cure: 'Change what was asked.',
    httpStatus: 422,
    jsonRpcCode: SERVER,
  }),
  STREAM_CUT: fromModel({
    summary: 'A stream ended before it said that it was over.',
    cure: 'Ask again; what came before the cut is not run.',
    audience: 'operator',
    retryable: true,
    httpStatus: 502,
    exitCode: 75,
    jsonRpcCode: SERVER,
  }),
  CALL_NAME_MISSING: fromModel({
    summary: 'A call came without the name of a tool.',
    cure: 'Send the call again with its name.',
  }),
  AGENT_STATE_INVALID: {
    ...inDefinition(
      'The state of a paused run was changed, or its tools were.',
      'Resume from the state as it was given, with the same tools; else start again.',
    ),
    httpStatus: 409,
  },
  AGENT_STATE_USED: {
    ...inDefinition(
      'A paused run was resumed before.',
      'Look for the outcome of the first resume; a state can be used once.',
    ),
    httpStatus: 409,
  },
  INTERNAL: {
    audience: 'operator',
    retryable: false,
    httpStatus: 500,
    jsonRpcCode: INTERNAL,
    exitCode: 70,
    summary: 'Toolwright itself failed.',
    cure: 'Report it with the steps that led to it.',
  },
  REQUEST_INVALID: fromModel({
    summary: 'A request is malformed.',
    cure: 'Correct what the message names.',
    audience: 'developer',
    jsonRpcCode: INVALID_REQUEST,
  }),
} as const satisfies Record<string, ErrorTraits>

export type ErrorCode = keyof typeof ERROR_CODES

/** Looks a code up by text that may come from anywhere. */
export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(ERROR_CODES, value)
}
