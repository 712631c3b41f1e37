import { isUtf8 } from 'node:buffer'

// What the first bytes of a file say; see file(1) and the specifications of the formats.
const KINDS: readonly (readonly [signature: string, kind: string, offset?: number])[] = [
  ['89504e470d0a1a0a', 'PNG image'],
  ['ffd8ff', 'JPEG image'],
  ['474946383761', 'GIF image'],
  ['474946383961', 'GIF image'],
  ['57454250', 'WebP image', 8],
  ['57415645', 'WAV sound', 8],
  ['424d', 'BMP image'],
  ['49492a00', 'TIFF image'],
  ['4d4d002a', 'TIFF image'],
  ['00000100', 'ICO image'],
  ['25504446', 'PDF document'],
  ['504b0304', 'ZIP archive (also docx, xlsx, jar, epub)'],
  ['504b0506', 'ZIP archive, empty'],
  ['1f8b', 'gzip archive'],
  ['425a68', 'bzip2 archive'],
  ['fd377a585a00', 'xz archive'],
  ['28b52ffd', 'Zstandard archive'],
  ['377abcaf271c', '7z archive'],
  ['526172211a07', 'RAR archive'],
  ['7573746172', 'tar archive', 257],
  ['7f454c46', 'ELF executable or library'],
  ['4d5a', 'Windows executable or library'],
  ['cffaedfe', 'Mach-O executable or library'],
  ['cafebabe', 'Java class or universal Mach-O'],
  ['0061736d', 'WebAssembly module'],
  ['53514c69746520666f726d6174203300', 'SQLite database'],
  ['4f676753', 'Ogg sound or video'],
  ['494433', 'MP3 sound'],
  ['664c6143', 'FLAC sound'],
  ['66747970', 'MP4 or QuickTime video', 4],
  ['1a45dfa3', 'Matroska or WebM video'],
  ['774f4646', 'WOFF font'],
  ['774f4632', 'WOFF2 font'],
  ['4f54544f', 'OpenType font'],
  ['0001000000', 'TrueType font'],
  ['fffe0000', 'UTF-32 text'],
  ['0000feff', 'UTF-32 text'],
]

/** What models take as a picture. */
const MEDIA_TYPES: ReadonlyMap<string, string> = new Map([
  ['PNG image', 'image/png'],
  ['JPEG image', 'image/jpeg'],
  ['GIF image', 'image/gif'],
  ['WebP image', 'image/webp'],
])

/** The kind of a file that is no text, by its first bytes. */
export function fileKind(start: Buffer): string {
  const found = KINDS.find(([signature, , offset = 0]) => {
    const wanted = Buffer.from(signature, 'hex')
    return start.subarray(offset, offset + wanted.length).equals(wanted)
  })
  return found?.[1] ?? 'binary file of an unknown kind'
}

/** The media type of a picture that can be shown to a model. */
export function imageType(start: Buffer): string | undefined {
  return MEDIA_TYPES.get(fileKind(start))
}

/** Of bytes that are no UTF-8, this share of control characters or more makes them no text of another kind either. */
const MAX_CONTROL_SHARE = 0.05

/** Whether bytes without a zero are still no text: a known format, or full of control characters. */
export function looksBinary(start: Buffer): boolean {
  if (isUtf8Start(start)) return false
  if (
    KINDS.some(
      ([signature]) =>
        signature.length >= 8 && start.subarray(0, 4).equals(Buffer.from(signature.slice(0, 8), 'hex')),
    )
  )
    return true
  let controls = 0
  for (const byte of start) if (byte < 0x20 && (byte < 0x08 || byte > 0x0d) && byte !== 0x1b) controls++
  return controls > start.length * MAX_CONTROL_SHARE
}

/** The last character may be cut in half. */
function isUtf8Start(start: Buffer): boolean {
  for (let cut = 0; cut <= 3 && cut <= start.length; cut++) {
    if (isUtf8(start.subarray(0, start.length - cut))) return true
  }
  return false
}
