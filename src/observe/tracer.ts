/** What is known of a call when it starts. */
export interface CallInfo {
  readonly callId: string
  readonly toolName: string
  readonly description?: string | undefined
  readonly conversationId?: string | undefined
}

/** How a call ended. The message is the one the model sees: no stack, host path or secret. */
export interface CallOutcome {
  readonly status: 'succeeded' | 'failed' | 'pending'
  /** A row of the table of errors, when failed. */
  readonly errorCode?: string | undefined
  readonly message?: string | undefined
}

/** One call, on its way through a trace. */
export interface CallSpan {
  /** Runs the work with the span active, so that spans made inside become its children. */
  run<Value>(work: () => Value): Value
  /** Closes the span; only the first time counts. */
  end(outcome: CallOutcome): void
}

/** Where the traces of calls go. */
export interface Tracer {
  startCall(info: CallInfo): CallSpan
  /** False: nobody listens, so the info need not be built. Absent means true. */
  isListening?(): boolean
}

/** The span of a call that nobody traces; one value, shared by all such calls. */
export const UNTRACED_SPAN: CallSpan = Object.freeze({
  run: <Value>(work: () => Value): Value => work(),
  end: () => undefined,
})
