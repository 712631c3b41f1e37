import { randomUUID } from 'node:crypto'

/** One part of a form. */
export interface FormPart {
  readonly name: string
  readonly content: string | Uint8Array
  readonly isFile: boolean
  readonly contentType?: string
}

/** Writes a multipart body. The boundary cannot be guessed, so no value can hold it. */
export function writeMultipart(
  parts: readonly FormPart[],
  contentType: string,
): { readonly content: Uint8Array; readonly contentType: string } {
  const boundary = `----toolwright-${randomUUID()}`
  const chunks: Uint8Array[] = []
  for (const { name, content, isFile, contentType: type } of parts) {
    const quoted = quoteName(name)
    const lines = [
      `--${boundary}`,
      `Content-Disposition: form-data; name="${quoted}"${isFile ? `; filename="${quoted}"` : ''}`,
      ...(type === undefined ? [] : [`Content-Type: ${type}`]),
      '',
      '',
    ]
    chunks.push(Buffer.from(lines.join('\r\n')), Buffer.from(content), Buffer.from('\r\n'))
  }
  chunks.push(Buffer.from(`--${boundary}--\r\n`))
  const bare = contentType.split(';')[0] ?? contentType
  return { content: Buffer.concat(chunks), contentType: `${bare}; boundary=${boundary}` }
}

/** As browsers do it: a quote or a line break would end the header. */
function quoteName(name: string): string {
  return name.toWellFormed().replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}
