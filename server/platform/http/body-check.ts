/** What no schema says about a body: how deep it goes, and that every text of it can be kept as it was typed. */
import type { FieldProblem } from '#contract/kit/problem.ts'

const depthMax = 64

const tooDeep = `is nested more than ${depthMax} levels deep`
const unkeepable = "contains a character that can't be stored"

const escaped = (name: string | number) => String(name).replaceAll('~', '~0').replaceAll('/', '~1')
const isKeepable = (text: string) => text.isWellFormed() && !text.includes('\u0000')

type Place = { readonly value: unknown; readonly depth: number; readonly name: string | number; readonly parent: Place | null }

function pathOf(place: Place): string {
  const names: string[] = []
  for (let at = place; at.parent !== null; at = at.parent) names.unshift(escaped(at.name))
  return names.map((name) => `/${name}`).join('')
}

/** The first thing that makes a parsed body unfit; null when it is fit. Goes by a list of its own: a call per level would end the stack. */
export function unfitIn(body: unknown): FieldProblem | null {
  const left: Place[] = [{ value: body, depth: 0, name: '', parent: null }]
  for (let place = left.pop(); place; place = left.pop()) {
    const { value, depth } = place
    if (typeof value === 'string' && !isKeepable(value)) return { path: pathOf(place), message: unkeepable }
    if (typeof value !== 'object' || value === null) continue
    // Of so deep a place the outermost part says enough, and its whole path would be longer than the request.
    if (depth === depthMax) return { path: pathOf(place), message: tooDeep }
    for (const [name, inner] of Object.entries(value)) {
      if (!isKeepable(name)) return { path: pathOf(place), message: `has a name that ${unkeepable}` }
      left.push({ value: inner, depth: depth + 1, name, parent: place })
    }
  }
  return null
}
