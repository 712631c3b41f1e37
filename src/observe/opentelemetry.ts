// The one adapter that lives here, because it depends on nothing: the package is an optional peer, loaded only when a
// host has registered an SDK.
import { createRequire } from 'node:module'
import type * as OpenTelemetry from '@opentelemetry/api'
import { METRICS, type MetricAttributes, type MetricName, type Metrics } from './metrics.ts'
import { type CallInfo, type CallOutcome, type CallSpan, type Tracer, UNTRACED_SPAN } from './tracer.ts'

type Api = typeof OpenTelemetry
type Instrument = (value: number, attributes?: MetricAttributes) => void
type Meter = ReturnType<Api['metrics']['getMeter']>
type Span = ReturnType<ReturnType<Api['trace']['getTracer']>['startSpan']>

interface OpenTelemetryOptions {
  /** Gives `@opentelemetry/api`, or throws when it is not installed. By default the one beside this package. */
  readonly load?: () => unknown
}

// Where every copy of `@opentelemetry/api` 1.x keeps what the SDK of the host has registered.
const GLOBAL_KEY = Symbol.for('opentelemetry.js.api.1')
const SCOPE = 'toolwright'

/**
 * Sends measurements and spans to the OpenTelemetry SDK of the host. Without one, nothing is loaded or allocated; an
 * SDK that is registered later is found then.
 */
export function openTelemetry(options: OpenTelemetryOptions = {}): {
  readonly metrics: Metrics
  readonly tracer: Tracer
} {
  const load = options.load ?? loadPeer
  let api: Api | undefined
  let isAbsent = false

  function find(signal: 'metrics' | 'trace'): Api | undefined {
    if (isAbsent || !isRegistered(signal)) return undefined
    if (api !== undefined) return api
    try {
      api = load() as Api // the one place where the optional package gets its type
    } catch {
      isAbsent = true // an SDK with a private copy of the API: it cannot be reached, and looking again would not help
    }
    return api
  }

  return { metrics: createMetrics(find), tracer: createTracer(find) }
}

function loadPeer(): unknown {
  return createRequire(import.meta.url)('@opentelemetry/api')
}

function isRegistered(signal: 'metrics' | 'trace'): boolean {
  const registered = (globalThis as { [GLOBAL_KEY]?: Readonly<Record<string, unknown>> })[GLOBAL_KEY]
  return registered?.[signal] !== undefined
}

function createMetrics(find: (signal: 'metrics') => Api | undefined): Metrics {
  // Instruments belong to the provider that made them; a host may register another.
  const made = new WeakMap<object, Map<MetricName, Instrument>>()

  return {
    isListening: () => find('metrics') !== undefined,
    record(name, value, attributes) {
      const found = find('metrics')
      if (found === undefined) return
      const provider = found.metrics.getMeterProvider()
      let instruments = made.get(provider)
      if (instruments === undefined) made.set(provider, (instruments = new Map()))
      let instrument = instruments.get(name)
      if (instrument === undefined)
        instruments.set(name, (instrument = createInstrument(provider.getMeter(SCOPE), name)))
      instrument(value, attributes)
    },
  }
}

function createInstrument(meter: Meter, name: MetricName): Instrument {
  const traits = METRICS[name]
  const { unit, description } = traits
  switch (traits.type) {
    case 'counter': {
      const counter = meter.createCounter(name, { unit, description })
      return (value, attributes) => counter.add(value, attributes)
    }
    case 'gauge': {
      const gauge = meter.createGauge(name, { unit, description })
      return (value, attributes) => gauge.record(value, attributes)
    }
    case 'histogram': {
      const advice = { explicitBucketBoundaries: [...traits.boundaries] }
      const histogram = meter.createHistogram(name, { unit, description, advice })
      return (value, attributes) => histogram.record(value, attributes)
    }
  }
}

function createTracer(find: (signal: 'trace') => Api | undefined): Tracer {
  return {
    isListening: () => find('trace') !== undefined,
    startCall(info) {
      const found = find('trace')
      return found === undefined ? UNTRACED_SPAN : startSpan(found, info)
    },
  }
}

/** The `execute_tool` span of the GenAI conventions. */
function startSpan({ trace, context, SpanKind, SpanStatusCode }: Api, info: CallInfo): CallSpan {
  const span = trace.getTracer(SCOPE).startSpan(`execute_tool ${info.toolName}`, {
    kind: SpanKind.INTERNAL,
    attributes: {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': info.toolName,
      'gen_ai.tool.call.id': info.callId,
      'gen_ai.tool.type': 'function',
      ...(info.description === undefined ? {} : { 'gen_ai.tool.description': info.description }),
      ...(info.conversationId === undefined ? {} : { 'gen_ai.conversation.id': info.conversationId }),
    },
  })
  let isOpen = true
  return {
    run: (work) => context.with(trace.setSpan(context.active(), span), work),
    end(outcome) {
      if (!isOpen) return
      isOpen = false
      closeSpan(span, outcome, SpanStatusCode.ERROR)
    },
  }
}

function closeSpan(
  span: Span,
  { status, errorCode, message }: CallOutcome,
  error: Api['SpanStatusCode']['ERROR'],
): void {
  span.setAttribute('tools.status', status)
  if (status === 'failed') {
    span.setAttribute('error.type', errorCode ?? '_OTHER') // what the conventions write for an error without a code
    span.setStatus(message === undefined ? { code: error } : { code: error, message })
  }
  span.end()
}
