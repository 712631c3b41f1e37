import assert from 'node:assert/strict'
import { after, afterEach, describe, it } from 'node:test'
import { AsyncLocalStorage } from 'node:async_hooks'
import * as api from '@opentelemetry/api'
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics'
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { METRICS, type MetricName } from '../../src/observe/metrics.ts'
import { openTelemetry } from '../../src/observe/opentelemetry.ts'
import { UNTRACED_SPAN } from '../../src/observe/tracer.ts'

/** The least that makes a span active for the work inside it. */
function contextManager(): api.ContextManager {
  const storage = new AsyncLocalStorage<api.Context>()
  const manager: api.ContextManager = {
    active: () => storage.getStore() ?? api.ROOT_CONTEXT,
    with: (context, work, self, ...rest) => storage.run(context, () => work.call(self as never, ...rest)),
    bind: (_context, target) => target,
    enable: () => manager,
    disable: () => manager,
  }
  return manager
}

function disableAll(): void {
  api.metrics.disable()
  api.trace.disable()
  api.context.disable()
}

describe('openTelemetry without an SDK', () => {
  afterEach(disableAll)

  it('loads nothing and shares one empty span', () => {
    let loads = 0
    const load = (): typeof api => {
      loads += 1
      return api
    }
    const { metrics, tracer } = openTelemetry({ load })
    assert.equal(metrics.isListening?.(), false)
    assert.equal(tracer.isListening?.(), false)
    metrics.record('tools.definitions.created', 1)
    const span = tracer.startCall({ callId: '1', toolName: 'lookup' })
    assert.equal(span, UNTRACED_SPAN)
    assert.equal(
      span.run(() => 7),
      7,
    )
    span.end({ status: 'succeeded' })
    assert.equal(loads, 0)
  })

  it('stays silent when the SDK is there but the package cannot be loaded, and asks once', () => {
    api.trace.setGlobalTracerProvider(new BasicTracerProvider())
    let loads = 0
    const { tracer } = openTelemetry({
      load() {
        loads += 1
        throw new Error('Cannot find module')
      },
    })
    assert.equal(tracer.startCall({ callId: '1', toolName: 'lookup' }), UNTRACED_SPAN)
    assert.equal(tracer.isListening?.(), false)
    assert.equal(loads, 1)
  })
})

describe('openTelemetry spans', () => {
  afterEach(disableAll)
  const exporter = new InMemorySpanExporter()
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] })
  after(() => provider.shutdown())

  it('follow the GenAI conventions and hold what is started inside, found after the adapter was made', () => {
    exporter.reset()
    const { tracer } = openTelemetry()
    api.trace.setGlobalTracerProvider(provider)
    api.context.setGlobalContextManager(contextManager())
    assert.equal(tracer.isListening?.(), true)
    const span = tracer.startCall({
      callId: 'call_1',
      toolName: 'get_weather',
      description: 'Weather of a city',
      conversationId: 'c1',
    })
    const value = span.run(() => {
      api.trace.getTracer('inside').startSpan('fetch').end()
      return 21
    })
    span.end({ status: 'succeeded' })
    span.end({ status: 'failed' })
    assert.equal(value, 21)
    const [inner, outer, ...others] = exporter.getFinishedSpans()
    assert.equal(others.length, 0)
    assert.equal(outer?.name, 'execute_tool get_weather')
    assert.equal(outer.kind, api.SpanKind.INTERNAL)
    assert.equal(outer.status.code, api.SpanStatusCode.UNSET)
    assert.deepEqual(outer.attributes, {
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'get_weather',
      'gen_ai.tool.call.id': 'call_1',
      'gen_ai.tool.type': 'function',
      'gen_ai.tool.description': 'Weather of a city',
      'gen_ai.conversation.id': 'c1',
      'tools.status': 'succeeded',
    })
    assert.equal(inner?.name, 'fetch')
    assert.equal(inner.parentSpanContext?.spanId, outer.spanContext().spanId)
  })

  it('carry the error of a failed call', () => {
    exporter.reset()
    api.trace.setGlobalTracerProvider(provider)
    const { tracer } = openTelemetry()
    tracer
      .startCall({ callId: '1', toolName: 'lookup' })
      .end({ status: 'failed', errorCode: 'EXECUTE_TIMEOUT', message: 'timed out' })
    tracer.startCall({ callId: '2', toolName: 'lookup' }).end({ status: 'failed' })
    tracer.startCall({ callId: '3', toolName: 'lookup' }).end({ status: 'pending' })
    const seen = exporter
      .getFinishedSpans()
      .map(({ status, attributes }) => [status, attributes['error.type']])
    assert.deepEqual(seen, [
      [{ code: api.SpanStatusCode.ERROR, message: 'timed out' }, 'EXECUTE_TIMEOUT'],
      [{ code: api.SpanStatusCode.ERROR }, '_OTHER'],
      [{ code: api.SpanStatusCode.UNSET }, undefined],
    ])
  })
})

describe('openTelemetry metrics', () => {
  afterEach(disableAll)
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE)
  // Longer than any test: values are collected by forceFlush alone.
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 })
  const provider = new MeterProvider({ readers: [reader] })
  after(() => provider.shutdown())

  it('arrive under their names, with unit and attributes', async () => {
    const { metrics } = openTelemetry()
    api.metrics.setGlobalMeterProvider(provider)
    assert.equal(metrics.isListening?.(), true)
    for (const name of Object.keys(METRICS) as MetricName[])
      metrics.record(name, 2, { 'tools.category': 'network' })
    metrics.record('tools.executions.total', 3, { 'tools.category': 'network' })
    metrics.record('tools.definitions.by_category', 9, { 'tools.category': 'network' })
    await provider.forceFlush()
    const exported = exporter.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics)
    assert.deepEqual(
      exported.map(({ scope }) => scope.name),
      ['toolwright'],
    )
    const seen = exported.flatMap(({ metrics }) =>
      metrics.map(({ descriptor, dataPoints }) => {
        const { value, attributes } = dataPoints[0] ?? {}
        assert.deepEqual(attributes, { 'tools.category': 'network' })
        return [descriptor.name, descriptor.unit, typeof value === 'object' ? value.count : value]
      }),
    )
    assert.deepEqual(seen, [
      ['tools.definitions.validation.duration', 'ms', 1],
      ['tools.definitions.validation.failures', '{failure}', 2],
      ['tools.definitions.created', '{definition}', 2],
      ['tools.definitions.by_category', '{definition}', 9],
      ['tools.executions.duration', 'ms', 1],
      ['tools.executions.total', '{call}', 5],
      ['tools.executions.denied', '{call}', 2],
      ['gen_ai.execute_tool.duration', 's', 1],
    ])
  })
})
