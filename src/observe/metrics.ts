interface InstrumentTraits {
  /** A counter only grows, a gauge is the latest value, a histogram keeps the spread of values. */
  readonly type: 'counter' | 'gauge' | 'histogram'
  /** Unit in the notation of UCUM, as OpenTelemetry writes it. */
  readonly unit: string
  readonly description: string
  /** Upper bounds of the buckets of a histogram. */
  readonly boundaries?: readonly number[]
}

const MILLISECOND_BOUNDARIES = [
  1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000, 60_000, 600_000,
]
// A definition is checked in microseconds; the bound of the requirement is 5 ms.
const VALIDATION_BOUNDARIES = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 50]
const SECOND_BOUNDARIES = [
  0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92,
]

/** Every number Toolwright measures. Names are stable: dashboards and alerts hang off them. */
export const METRICS = {
  'tools.definitions.validation.duration': {
    type: 'histogram',
    unit: 'ms',
    description: 'Time to validate one definition',
    boundaries: VALIDATION_BOUNDARIES,
  },
  'tools.definitions.validation.failures': {
    type: 'counter',
    unit: '{failure}',
    description: 'Definitions that failed validation',
  },
  'tools.definitions.created': {
    type: 'counter',
    unit: '{definition}',
    description: 'Definitions registered',
  },
  'tools.definitions.by_category': {
    type: 'gauge',
    unit: '{definition}',
    description: 'Definitions registered now, by category',
  },
  'tools.executions.duration': {
    type: 'histogram',
    unit: 'ms',
    description: 'Time a call ran',
    boundaries: MILLISECOND_BOUNDARIES,
  },
  'tools.executions.total': { type: 'counter', unit: '{call}', description: 'Calls, by tool and status' },
  'tools.executions.denied': {
    type: 'counter',
    unit: '{call}',
    description: 'Calls refused by a person, a rule or a missing permission',
  },
  // The name and the unit that the GenAI conventions of OpenTelemetry give to the same measurement.
  'gen_ai.execute_tool.duration': {
    type: 'histogram',
    unit: 's',
    description: 'Time a tool took',
    boundaries: SECOND_BOUNDARIES,
  },
} as const satisfies Record<string, InstrumentTraits>

export type MetricName = keyof typeof METRICS

/** Attributes a measurement may carry: few, each with few values, because each combination is a series of its own. */
export const METRIC_ATTRIBUTES = {
  toolName: 'gen_ai.tool.name',
  category: 'tools.category',
  status: 'tools.status',
  errorType: 'error.type',
} as const

export type MetricAttributes = Readonly<Record<string, string | number | boolean>>

/** Where measurements go. */
export interface Metrics {
  /** Adds to a counter, sets a gauge, or records into a histogram, as {@link METRICS} says of the instrument. */
  record(instrument: MetricName, value: number, attributes?: MetricAttributes): void
  /** False: nobody collects, so the attributes need not be built. Absent means true. */
  isListening?(): boolean
}
