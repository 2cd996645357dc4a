import type { Places } from './chart.ts'
import type { Scale } from './scale.ts'

/** A line through values; what was not measured leaves a gap, and a value between two gaps is a point of its own. */
export function pathOf(values: readonly (number | null)[], places: Places, scale: Scale) {
  const line: string[] = []
  const alone: { readonly index: number; readonly x: number; readonly y: number }[] = []
  values.forEach((value, index) => {
    if (value === null) return
    const [x, y] = [rounded(places.middle(index)), rounded(scale.y(value))]
    const [isFirst, isLast] = [(values[index - 1] ?? null) === null, (values[index + 1] ?? null) === null]
    if (isFirst && isLast) alone.push({ index, x, y })
    else line.push(`${isFirst ? 'M' : 'L'}${x} ${y}`)
  })
  return { line: line.join(''), alone }
}

const rounded = (value: number) => Math.round(value * 10) / 10
