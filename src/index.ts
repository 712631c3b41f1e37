// The public API, listed by hand: what is not here is not promised. Nothing heavy is imported before the first call.

// define
export { defineTool, type ToolConfig } from './author/define-tool.ts'
export {
  type CodeToolConfig,
  type CommandToolConfig,
  defineCodeTool,
  defineCommandTool,
  defineModuleTool,
  type ModuleToolConfig,
} from './author/define-isolated-tool.ts'
export type { ToolBuilder } from './author/builder-types.ts'
export { implement } from './author/implement.ts'
export { toolBuilder } from './author/tool-builder.ts'
export { withOptionalParameter, withRequiredParameter } from './author/with-parameter.ts'
export { CATEGORIES, type Category } from './define/categories.ts'
export type { AllowList, Constraints } from './define/constraints.ts'
export { DANGER_LEVELS, type DangerLevel } from './define/danger-levels.ts'
export { hashDefinition } from './define/definition-hash.ts'
export { definitionToJson } from './define/definition-json.ts'
export { ISOLATION_LEVELS, type Isolation } from './define/isolation.ts'
export type { ToolParameter } from './define/parameter.ts'
export { parametersToSchema } from './define/parameters-to-schema.ts'
export { KNOWN_PERMISSIONS } from './define/permissions.ts'
export { type Tier, TIERS } from './define/tiers.ts'
export type { Caller, ProgressUpdate, ToolContext } from './define/tool-context.ts'
export type { Origin, ToolDefinition } from './define/tool-definition.ts'
export type {
  ClosureTool,
  IsolatedImplementation,
  RunOutput,
  Tool,
  ToolImplementation,
} from './define/tool.ts'
export { limitsOf } from './define/limits-of.ts'
export type { StandardSchema } from './schema/standard/standard-schema.ts'
export type { JsonObject, JsonSchema, JsonValue } from './schema/json-schema.ts'
export { compileChecked as compileSchema } from './schema/compile/compile-checked.ts'
export type { CompiledSchema, CompileSchemaOptions } from './schema/compile/compile-schema.ts'

// validate
export type { Problem } from './errors/problem.ts'
export type { ValidateOptions } from './validate/rule.ts'
export type { Validation } from './validate/run-rules.ts'
export { validateDefinition } from './validate/validate-definition.ts'

// register
export { createRegistry, type Registry, type ToolListing } from './register/registry.ts'
export type { ToolFilter } from './register/filter-tools.ts'
export type { RegisterOptions, RegisterOutcome, UpdateOptions } from './register/registry-core.ts'
export type { RegistryEntry } from './register/registry-entry.ts'
export type { RegistryEvents } from './register/registry-events.ts'
export type { RegistryOptions } from './register/registry-options.ts'
export type { RegistrySnapshot } from './register/snapshot.ts'

// calls
export { type CallReader, readCall } from './calls/read-call.ts'
export type { ToolCall } from './calls/tool-call.ts'
export { type ArgumentsResult, validateArguments } from './calls/validate-arguments.ts'

// providers
export { callFrom } from './providers/call-from.ts'
export type {
  Decoded,
  DecodedCall,
  DecodeProblem,
  FinishReason,
  TokenUsage,
  WireCall,
  WireResponse,
} from './providers/decoded.ts'
export type { SchemaChange, SchemaDialect } from './providers/dialects/schema-dialect.ts'
export { createFrameReader } from './providers/framing/create-frame-reader.ts'
export type { Frame, FrameLimits, FrameReader, Framing } from './providers/framing/framing.ts'
export type { OpenAiServer } from './providers/openai-chat/openai-server.ts'
export { openAiServer } from './providers/openai-servers.ts'
export type { ProviderCapabilities, ProviderFormat, ToolChoice } from './providers/provider-format.ts'
export { listProviders, provider, type Provider } from './providers/provider.ts'
export type { StreamDelta, ValueDelta, ValuePath } from './providers/stream/stream-delta.ts'
export { ToolCallAccumulator } from './providers/stream/tool-call-accumulator.ts'
export type { AssistantEcho, Message, TranscriptCall } from './providers/transcript.ts'
export type {
  AccumulatorOptions,
  StreamAccumulator,
  Turn,
  TurnOptions,
  TurnWarning,
} from './providers/turn.ts'

// sandbox
export type { ResourceLimits, SandboxPolicy } from './sandbox/policy.ts'
export { type LevelReport, probeSandbox, type SandboxReport } from './sandbox/probe.ts'
export type { HostCount } from './sandbox/proxy/host-counters.ts'
export type { SandboxOptions } from './sandbox/sandbox-options.ts'
export type { Sandbox, SandboxJob, SandboxOutcome } from './sandbox/sandbox.ts'

// tools
export { BUILTIN_NAMES, type BuiltinName, type BuiltinOptions, builtinTools } from './tools/builtin-tools.ts'
export type { WebOptions } from './tools/web-options.ts'
export { brave } from './tools/web/brave.ts'
export type { SearchResult, SearchService } from './tools/web/search-service.ts'
export { searxng } from './tools/web/searxng.ts'

// approve
export type { ApprovalAnswer, ApprovalChannel, ApprovalRequest } from './approve/approval-channel.ts'
export { type ApproveCallback, callbackChannel } from './approve/callback-channel.ts'
export { missingPermissions } from './approve/permissions.ts'
export type { ArgumentPattern, Policy, Rule } from './approve/rule.ts'
export { terminalChannel, type TerminalChannelOptions } from './approve/terminal-channel.ts'

// execute
export type { CallContext, ExecuteOptions } from './execute/call-context.ts'
export type { CallEvents } from './execute/call-events.ts'
export type { CacheOptions } from './execute/result-cache.ts'
export type { Clock } from './execute/clock.ts'
export { type SafeFunction, safeTool } from './execute/safe-tool.ts'
export type { AddedStep, Answer, Next, Step, StepName } from './execute/step.ts'
export type { CallInProgress } from './execute/call-in-progress.ts'
export { createToolwright, type Toolwright } from './toolwright.ts'
export type { ToolwrightOptions } from './toolwright-options.ts'

// results
export { type BatchResults, createBatchResults } from './results/batch-results.ts'
export { type ResultCheck, validateResult } from './results/validate-result.ts'
export {
  audio,
  image,
  json,
  type OutputBrand,
  parts,
  resource,
  text,
  toolError,
  type ToolOutput,
} from './results/content.ts'
export { fail, pend, succeed } from './results/create-result.ts'
export { resultsToNeutral, resultToMessage, resultToText } from './results/render.ts'
export { timed, type TimedCall } from './results/timed.ts'
export type { ContentPart, ResultContent, ToolResult } from './results/tool-result.ts'
export type { Note, NoteKind } from './define/note.ts'

// errors and what operators see
export { ERROR_CODES, type ErrorCode } from './errors/error-codes.ts'
export { ToolwrightError } from './errors/toolwright-error.ts'
export type { ResultError } from './errors/result-error.ts'
export { jsonLogger } from './observe/json-logger.ts'
export { LOG_CODES, type LogCode } from './observe/log-codes.ts'
export type { Logger } from './observe/logger.ts'
export { type MetricName, METRICS, type Metrics } from './observe/metrics.ts'
export type { CallInfo, CallOutcome, CallSpan, Tracer } from './observe/tracer.ts'

// tools from elsewhere
export {
  buildManifest,
  connectMcp,
  toolFromFunction,
  toolsFromFile,
  toolsFromFiles,
  toolsFromManifest,
  toolsFromModule,
  toolsFromOpenApi,
  validateFiles,
  watchFiles,
  watchTools,
} from './sources/lazy-sources.ts'
export type { FileProblem, FileTools } from './sources/files/file-problem.ts'
export { renderProblem as renderFileProblem } from './sources/files/render-report.ts'
export type { FilePaths, ServerTools, ToolFilesOptions } from './sources/files/tool-files-options.ts'
export type { FilesReport } from './sources/files/validate-files.ts'
export type { WatchedFiles } from './sources/files/watch-files.ts'
export {
  definitionFromLoose,
  type LooseOptions,
  type LooseOutcome,
} from './sources/loose/definition-from-loose.ts'
export { definitionsFromLoose, type LooseDefinitions } from './sources/loose/definitions-from-loose.ts'
export type { LooseChange } from './sources/loose/loose-change.ts'
export type { BuildManifestOptions, BuiltManifest } from './sources/functions/build-manifest.ts'
export type { ReadFunctionsOptions, ToolsFromFileOptions } from './sources/functions/function-options.ts'
export {
  formatProblem,
  type FunctionProblem,
  type FunctionProblemCode,
} from './sources/functions/function-problem.ts'
export type { FunctionTools } from './sources/functions/make-tools.ts'
export type { FunctionSource } from './sources/functions/tool-from-function.ts'
export type { WatchedTools } from './sources/functions/watch-tools.ts'
export { defineHttpTool } from './sources/http/define-http-tool.ts'
export type { FormField, HttpBody, HttpParameter } from './sources/http/http-request.ts'
export type { HttpToolConfig } from './sources/http/http-tool-config.ts'
export type { OpenApiTools } from './sources/openapi/import-document.ts'
export type { OpenApiChange, OpenApiProblem } from './sources/openapi/open-api-change.ts'
export type { OpenApiOptions } from './sources/openapi/open-api-options.ts'
export type { OperationFacts } from './sources/openapi/operation.ts'
export { type FollowedSource, followSource, type LiveSource } from './sources/follow-source.ts'
export type { ToolChanges } from './sources/mcp/diff-tools.ts'
export { elicitByApproval } from './sources/mcp/elicit-by-approval.ts'
export type { ElicitAnswer, ElicitCallback, ElicitRequest } from './sources/mcp/elicitation.ts'
export type { McpState } from './sources/mcp/keep-connected.ts'
export type { McpOptions, McpProtocol } from './sources/mcp/mcp-options.ts'
export type { McpProblem } from './sources/mcp/mcp-problem.ts'
export type { McpEvents, McpSource } from './sources/mcp/mcp-source.ts'
export type { McpServerInfo } from './sources/mcp/open-connection.ts'

// agent
export type { AgentEvent, AgentListener, ApprovalNotice } from './agent/agent-events.ts'
export type { AgentOptions, AgentPorts, AgentSettings, StopCondition } from './agent/agent-options.ts'
export type { AgentOutcome, AgentReason, AgentStep } from './agent/agent-outcome.ts'
export type { AgentState, PendingCall } from './agent/agent-state.ts'
export { type Claim, fileClaims, memoryClaims } from './agent/claims.ts'
export type { BedrockCommands, ClientOptions } from './agent/clients/client-adapter.ts'
export { clientModel } from './agent/clients/client-model.ts'
export { httpModel } from './agent/http/http-model.ts'
export type { HttpModelOptions } from './agent/http/http-options.ts'
export type { Model, ModelCall } from './agent/model.ts'
export { type AgentDecision, resumeAgent, type ResumeOptions } from './agent/resume-agent.ts'
export { type AgentStream, runAgent, streamAgent } from './agent/run-agent.ts'
