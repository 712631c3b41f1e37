// Tools that are an HTTP request written as data. Comes in: a method, a URL template, where each argument goes, references
// to secrets. Goes out: a tool that calls. Never here: a secret itself, in what is stored, shown or logged.

/** How lists and objects are written in a URL or a header; the styles of OpenAPI. */
export const PARAMETER_STYLES = [
  'simple',
  'label',
  'matrix',
  'form',
  'spaceDelimited',
  'pipeDelimited',
  'deepObject',
] as const

export type ParameterStyle = (typeof PARAMETER_STYLES)[number]

export const PARAMETER_PLACES = ['path', 'query', 'header', 'cookie', 'body'] as const

export type ParameterPlace = (typeof PARAMETER_PLACES)[number]

/** Which styles each place has, the usual one first. */
export const STYLES_OF_PLACE: Readonly<Record<ParameterPlace, readonly ParameterStyle[]>> = {
  path: ['simple', 'label', 'matrix'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  header: ['simple'],
  cookie: ['form'],
  body: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
}

/** Where an argument goes, and how it is written there. */
export interface HttpParameter {
  /** `body`: it is a property of the body. */
  readonly in: ParameterPlace
  /** Its name in the request. @default the name of the argument */
  readonly name?: string
  /** @default 'simple' in path and header, 'form' in query and cookie */
  readonly style?: ParameterStyle
  /** Items and properties apart, not as one text. @default true for `form` and `deepObject` */
  readonly explode?: boolean
  /** Leaves `/`, `:`, `?` and their kin as they are; in a path, slashes part segments. @default false */
  readonly allowReserved?: boolean
  /** As one JSON text, whatever it is. @default false */
  readonly asJson?: boolean
}

/** How one property of a form is written. */
export interface FormField {
  /** Of its part, in `multipart/form-data`. @default by what it is */
  readonly contentType?: string
  /** The argument is base64, and the part a file. @default false */
  readonly isFile?: boolean
  readonly style?: ParameterStyle
  readonly explode?: boolean
  readonly allowReserved?: boolean
}

/** What is sent. */
export interface HttpBody {
  /** @default 'application/json' */
  readonly contentType?: string
  /** The argument that is the whole body. @default an object of the arguments that are placed in `body` */
  readonly argument?: string
  /** The argument is base64, and its bytes are sent. @default false */
  readonly isBinary?: boolean
  /** Of a form, by the name of the property. */
  readonly fields?: Readonly<Record<string, FormField>>
  /** An empty object is sent when no argument belongs to the body. @default false */
  readonly isRequired?: boolean
}

/** User name and password, each with references to secrets. */
export interface BasicAuth {
  readonly username: string
  readonly password: string
}

/** A request whose every part is checked; plain JSON, so that it can be hashed. */
export interface HttpRequest {
  readonly method: string
  /** Scheme, host and port: fixed, whatever the arguments are. */
  readonly origin: string
  /** Starts with `/`; `{name}` stands for a parameter in the path. */
  readonly path: string
  /** Texts with `${env:NAME}` in them, by name. */
  readonly headers: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly cookies: Readonly<Record<string, string>>
  readonly basicAuth?: BasicAuth
  /** By the name of the argument. */
  readonly parameters: Readonly<Record<string, HttpParameter>>
  readonly body?: HttpBody
  /** Hosts that may be reached at all: that of the URL, and those that it may redirect to. */
  readonly hosts: readonly string[]
  /** Hosts that may be private. */
  readonly allowHosts: readonly string[]
  readonly timeoutMs: number
  readonly maxResponseBytes: number
}

export const DEFAULT_TIMEOUT_MS = 30_000
/** More than a model can read, less than hurts. */
export const DEFAULT_MAX_RESPONSE_BYTES = 5 * 1024 * 1024

/** What a request takes from the host at each call. */
export interface HttpPorts {
  /** Where `${env:NAME}` is looked up. @default process.env */
  readonly environment?: Readonly<Record<string, string | undefined>>
}

/** A part of a request that could not be made; the message is for the model. */
export interface Unsendable {
  readonly ok: false
  readonly message: string
}
