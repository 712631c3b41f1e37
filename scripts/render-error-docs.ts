import { ERROR_CODES, type ErrorTraits } from '../src/errors/error-codes.ts'

/** The page about errors, made from the table of codes, so that the two cannot differ. */
export function renderErrorDocs(): string {
  const rows = Object.entries<ErrorTraits>(ERROR_CODES).map(
    ([code, traits]) =>
      `| \`${code}\` | ${traits.summary} | ${traits.cure} | ${traits.audience} | ${traits.retryable ? 'yes' : 'no'} | ${traits.httpStatus} | ${traits.jsonRpcCode} | ${traits.exitCode} |`,
  )
  return `# Errors

Every code, from one table (\`src/errors/error-codes.ts\`; this page is made from it by \`npm run docs\`).

What a model or a user can cause is a **result** with \`ok: false\` and \`error.code\`; nothing is thrown. What a developer
gets wrong is thrown, early, as a \`ToolwrightError\` with the same codes:

\`\`\`ts
import { defineTool, ToolwrightError } from 'toolwright'

try {
  defineTool({ name: 'Get Weather', description: 'Weather of a city', input: [], run: () => 'sunny' })
} catch (error) {
  if (!ToolwrightError.is(error, 'DEFINE_NAME_INVALID')) throw error
  console.log(error.message)
}
\`\`\`

*Who* can mend it: the model by another call, the developer in code, the operator of the deployment. *Again*: whether
the same call may succeed later. HTTP, JSON-RPC and exit are what the server, MCP and the command line answer with.

| code | when | cure | who | again | HTTP | JSON-RPC | exit |
|---|---|---|---|---|---|---|---|
${rows.join('\n')}
`
}
