import { expect, test } from 'vitest'

import { proposeTransform } from '#contract/builder/suggestions/transform-proposals.ts'
import { compileMapping } from '#server/engine/mapping/compile.ts'

test.each([
  ['date', '05.01.2026', null],
  ['date', '25/01/2026', null],
  ['number', '12.50 EUR', 12.5],
  ['integer', '12.5', 13],
] as const)('what does not fit a %s as it is, such as %s, fits with the transform that is proposed', (type, from, expected) => {
  const target = { path: 'to', types: [type], isRequired: true }
  const rule = proposeTransform({ sourcePath: 'from', target, sourceExamples: [{ from }], targetExamples: [] })
  if (rule === null) throw new Error('nothing was proposed')
  const line = { id: 'a', source: 'from', target: 'to', sourcePath: 'from', targetPath: 'to', targetDataType: type }
  const mapped = (edge: Parameters<typeof compileMapping>[0][number]) => {
    const compiled = compileMapping([edge])
    if (!('map' in compiled)) throw new Error('the mapping is not sound')
    return compiled.map({ from })
  }
  expect(() => mapped(line), 'as it is').toThrow()
  const made = mapped({ ...line, rule }) as { readonly to: unknown }
  if (expected === null) expect(String(made.to)).toMatch(/^2026-01-(05|25)/)
  else expect(made.to).toBe(expected)
})
