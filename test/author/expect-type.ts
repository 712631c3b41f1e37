// oxlint-disable typescript/no-unnecessary-type-parameters -- the probes are what makes the comparison exact
/** Fails to compile when the two types differ in any way that TypeScript can see. */
export type Equal<Left, Right> =
  (<Probe>() => Probe extends Left ? 1 : 2) extends <Probe>() => Probe extends Right ? 1 : 2 ? true : false

export type Expect<Type extends true> = Type

/** The arguments that a tool's function gets. */
export type ArgumentsOf<Tool> = Tool extends {
  implementation: { run(args: infer Arguments, context: never): unknown }
}
  ? Arguments
  : never
