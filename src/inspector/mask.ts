/** A copy of anything that can be shown and kept: secrets masked, size bounded, the original untouched. */

export type Limits = {
  readonly depth: number
  readonly items: number
  readonly text: number
  /** Every object once: a graph of charts reaches each of them along more paths than can be copied. */
  readonly isOnce?: true
}

/** Deep and long enough to read a page of a list, small enough to keep five hundred of them. */
const kept: Limits = { depth: 8, items: 100, text: 2_000 }

export const masked = '••••••'

const secretName =
  /pass(word|phrase|code)|secret|token|authori[sz]ation|bearer|cookie|credential|(api|access|private)[-_]?key|\botp\b|mfa|totp|signature/i
/** A parameter of an address; which of them are secrets is told by their names. */
const parameter = /([?&#;])([\w.-]+)=([^&#;\s]+)/g
const secretParameter = /token|secret|password|key|code|signature/i

/** `{ key: 'Authorization', value: '…' }`: a secret may stand beside its name. */
const namesOfPairs = ['key', 'name', 'urlKey', 'header']

/** Tokens that stand in the middle of other words: bearer headers, JWTs, and parameters of an address. */
const secretPatterns: readonly (readonly [RegExp, string])[] = [
  [/\b(bearer|basic)\s+[\w.~+/=-]{4,}/gi, `$1 ${masked}`],
  [/(?<![\w-])eyJ[\w-]+\.[\w-]+\.[\w-]*/g, masked],
  [/(:\/\/[^/\s:@]*:)[^/\s@]+@/g, `$1${masked}@`],
]

export function mask(value: unknown, limits: Limits = kept): unknown {
  return copy(value, { limits, isSecret: false, path: [], seen: new Set() })
}

/** An event whose type names a secret carries one, whatever its field is called. */
export function maskEvent({ type, ...payload }: { readonly type: string }): { readonly type: string } & Record<string, unknown> {
  const carried = copy(payload, { limits: kept, isSecret: secretName.test(type), path: [], seen: new Set() })
  return { type, ...(carried as object) }
}

type Way = { readonly limits: Limits; readonly isSecret: boolean; readonly path: readonly object[]; readonly seen: Set<object> }

function copy(value: unknown, way: Way): unknown {
  if (value === null || value === undefined || typeof value === 'boolean') return value
  if (typeof value === 'function') return `[function ${value.name}]`
  if (typeof value !== 'object') return copyWord(value, way)
  if (way.path.includes(value) || (way.limits.isOnce && way.seen.has(value))) return '[again]'
  if (way.path.length >= way.limits.depth) return '[deeper]'
  way.seen.add(value)
  return copyThing(value, { ...way, path: [...way.path, value] })
}

function copyWord(value: unknown, { isSecret, limits }: Way): unknown {
  if (isSecret) return value === '' ? '' : masked
  if (typeof value === 'number') return value
  const outside = secretPatterns.reduce((text, [found, instead]) => text.replaceAll(found, instead), String(value))
  const clean = outside.replaceAll(parameter, (whole, sign: string, name: string) =>
    secretParameter.test(name) ? `${sign}${name}=${masked}` : whole,
  )
  return clean.length > limits.text ? `${clean.slice(0, limits.text)}… ${clean.length - limits.text} more characters` : clean
}

function copyThing(value: object, way: Way): unknown {
  if (Array.isArray(value)) return copyList(value, way)
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '[no date]' : value.toISOString()
  if (value instanceof Map)
    return copyFields(
      [...value].map(([key, item]) => [String(key), () => item]),
      way,
    )
  if (value instanceof Set) return copyList([...value], way)
  if (value instanceof Error) {
    return { error: value.name, message: copyWord(value.message, way), ...(copyFields(fieldsOf(value), way) as object) }
  }
  if ('sessionId' in value && 'send' in value) return `[actor ${String(value.sessionId)}]`
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`
  return copyFields(fieldsOf(value), way)
}

function copyList(items: readonly unknown[], way: Way): unknown[] {
  const { items: most } = way.limits
  const shown = items.slice(0, most).map((item) => copy(item, way))
  return items.length > most ? [...shown, `… ${items.length - most} more`] : shown
}

function copyFields(fields: readonly (readonly [string, () => unknown])[], way: Way): unknown {
  const { items: most } = way.limits
  const isNamedSecret = fields.some(([name, read]) => namesOfPairs.includes(name) && isSecretName(read()))
  const shown = fields.slice(0, most).map(([name, read]) => {
    const isSecret = way.isSecret || secretName.test(name) || (isNamedSecret && name === 'value')
    return [name, copy(read(), { ...way, isSecret })] as const
  })
  const more = fields.length > most ? [['…', `${fields.length - most} more`] as const] : []
  return Object.fromEntries([...shown, ...more])
}

function isSecretName(name: unknown): boolean {
  return typeof name === 'string' && secretName.test(name)
}

/** Getters are not called: what they do is not ours to cause. */
function fieldsOf(value: object): [string, () => unknown][] {
  return Object.entries(Object.getOwnPropertyDescriptors(value))
    .filter(
      ([name, { enumerable, get }]) => (enumerable || name === 'cause') && name !== 'stack' && (enumerable || get === undefined),
    )
    .map(([name, descriptor]) => [name, () => (descriptor.get ? '[computed]' : descriptor.value)])
}
