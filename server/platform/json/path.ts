/**
 * Paths into a record: `customer.address[0].city`, `lines[*].sku`, `["odd.name"].x`. They are data: nothing of them is evaluated.
 * The names that reach into JavaScript's own objects are refused (threat T-PP).
 */

export type Step =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'index'; readonly index: number }
  | { readonly kind: 'each' }

export type Path = readonly Step[]

export type ParsedPath = { readonly path: Path } | { readonly fault: string }

const refusedNames = new Set(['__proto__', 'constructor', 'prototype'])
const stepsMax = 64
const indexMax = 9_999

const plainName = /[^.[\]]+/y
const bracket = /\[(?:(\*)|(\d{1,5})|"((?:[^"\\]|\\["\\])*)"|'((?:[^'\\]|\\['\\])*)')\]/y

const unescaped = (text: string) => text.replace(/\\(.)/g, '$1')

function bracketStep(match: RegExpExecArray): Step {
  const [, star, digits, double, single] = match
  if (star !== undefined) return { kind: 'each' }
  if (digits !== undefined) return { kind: 'index', index: Number(digits) }
  return { kind: 'name', name: unescaped(double ?? single ?? '') }
}

function faultOf(step: Step): string | null {
  if (step.kind === 'name' && refusedNames.has(step.name)) return `"${step.name}" can't be part of a path`
  if (step.kind === 'name' && step.name === '') return 'A part of the path is empty'
  if (step.kind === 'index' && step.index > indexMax) return `The index ${step.index} is larger than ${indexMax}`
  return null
}

/** Reads a path text; a fault is a sentence that names what is wrong. */
export function parsePath(text: string): ParsedPath {
  const path: Step[] = []
  let at = 0
  while (at < text.length) {
    const opens = text[at] === '['
    if (!opens && path.length > 0) {
      if (text[at] !== '.') return { fault: `Unexpected "${text[at]}" at character ${at + 1}` }
      at += 1
    }
    const pattern = opens ? bracket : plainName
    pattern.lastIndex = at
    const match = pattern.exec(text)
    if (!match) return { fault: `The path is not valid from character ${at + 1}` }
    const step: Step = opens ? bracketStep(match) : { kind: 'name', name: match[0] }
    const fault = faultOf(step)
    if (fault !== null) return { fault }
    path.push(step)
    at = pattern.lastIndex
  }
  if (path.length === 0) return { fault: 'The path is empty' }
  if (path.length > stepsMax) return { fault: `The path has more than ${stepsMax} parts` }
  return { path }
}

/** The text of a path, in the form in which errors name it. */
export function pathText(path: Path): string {
  let text = ''
  for (const step of path) {
    if (step.kind === 'each') text += '[*]'
    else if (step.kind === 'index') text += `[${step.index}]`
    else if (/[.[\]]/.test(step.name)) text += `[${JSON.stringify(step.name)}]`
    else text += text === '' ? step.name : `.${step.name}`
  }
  return text
}

/** Own properties only: a record's `toString` is data or it is missing. */
function member(value: unknown, step: Step): unknown {
  if (typeof value !== 'object' || value === null || JSON.isRawJSON(value)) return undefined
  if (step.kind === 'name') {
    return !Array.isArray(value) && Object.hasOwn(value, step.name) ? (value as Record<string, unknown>)[step.name] : undefined
  }
  return step.kind === 'index' && Array.isArray(value) ? value[step.index] : undefined
}

/** Follows a path without `[*]`; undefined where the record holds nothing there. */
export function valueAt(value: unknown, path: Path): unknown {
  let at = value
  for (const step of path) {
    at = member(at, step)
    if (at === undefined) return undefined
  }
  return at
}

type Get = (value: unknown) => unknown

/** Names that a list has by itself, of its length and its places too, and the one that a raw number has. */
const isOddName = (name: string) => name in Array.prototype || name === 'rawJSON' || /^\d+$/.test(name)

function stepGetter(step: Step): Get {
  if (step.kind !== 'name' || isOddName(step.name)) return (value) => member(value, step)
  const { name } = step
  // Nothing that comes out of JSON inherits such a name, so the slower question for own properties is not needed.
  return (value) => (typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined)
}

/** Likewise, compiled: for paths that are followed for every record. */
export function getter(path: Path): Get {
  const steps = path.map(stepGetter)
  const [first, second] = steps
  if (!first) return (value) => value
  if (!second) return first
  if (steps.length === 2) return (value) => second(first(value))
  return (value) => {
    let at = value
    for (const step of steps) at = step(at)
    return at
  }
}
