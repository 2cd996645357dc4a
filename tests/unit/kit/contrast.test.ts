/** WCAG 2.2 AA, computed: every text on every surface that it stands on, every control's border and icon, in both themes. */
import { describe, expect, it } from 'vitest'

import { type Role, roles, rolesAsCss } from '#src/theme/roles.ts'
import { syntaxRoles, syntaxSurfaces } from '#src/views/kit/json/colours.ts'

const surfaces = ['bg.canvas', 'bg.surface', 'bg.raised', 'bg.sunken', 'bg.hover', 'bg.selected'] as const
const tones = ['success', 'warning', 'danger', 'info', 'neutral', 'pending'] as const

const texts: readonly (readonly [Role, Role])[] = [
  ...surfaces.flatMap((surface) =>
    (['text.default', 'text.muted', 'text.subtle', 'text.link'] as const).map((text) => [text, surface] as const),
  ),
  ['text.inverse', 'bg.inverse'],
  ['text.onBrand', 'brand.solid'],
  ['text.onBrand', 'brand.solidHover'],
  ['text.onBrand', 'brand.solidActive'],
  ['brand.onSubtle', 'brand.subtle'],
  ...(['success', 'warning', 'danger'] as const).map((tone) => ['text.onBrand', `${tone}.solid`] as const),
  ...tones.map((tone) => [`${tone}.text`, `${tone}.subtle`] as const),
  ...syntaxSurfaces.flatMap((surface) => Object.values(syntaxRoles).map((text) => [text, surface] as const)),
]

const shapes: readonly (readonly [Role, Role])[] = [
  ...(['bg.canvas', 'bg.surface', 'bg.raised', 'bg.sunken'] as const).flatMap((surface) =>
    (['border.control', 'border.focus', 'chart.1', 'chart.2', 'chart.3', 'chart.4', 'chart.5', 'chart.6'] as const).map(
      (shape) => [shape, surface] as const,
    ),
  ),
  ...(['success', 'warning', 'danger', 'info', 'pending'] as const).flatMap((tone) => [
    [`${tone}.icon`, `${tone}.subtle`] as const,
    [`${tone}.icon`, 'bg.surface'] as const,
  ]),
]

describe.each(['light', 'dark'] as const)('the %s theme', (theme) => {
  const colorOf = (role: Role) => roles[role][theme === 'light' ? 0 : 1]

  it.each(texts)('reads %s on %s', (text, surface) => {
    expect(contrast(colorOf(text), colorOf(surface))).toBeGreaterThanOrEqual(4.5)
  })

  it.each(shapes)('shows %s on %s', (shape, surface) => {
    expect(contrast(colorOf(shape), colorOf(surface))).toBeGreaterThanOrEqual(3)
  })
})

describe('the style sheet of roles', () => {
  it('gives each theme every role once', () => {
    const blocks = [...rolesAsCss().matchAll(/\{([^{}]*)\}/g)].map(([, block = '']) => block)
    expect(blocks).toHaveLength(3)
    for (const block of blocks) expect(block.match(/--[\w-]+:/g)).toHaveLength(Object.keys(roles).length)
    expect(blocks[1]).toBe(blocks[2])
  })
})

describe('the measure', () => {
  it('is that of WCAG', () => {
    expect(contrast('#000000', '#FFFFFF')).toBeCloseTo(21)
    expect(contrast('#777777', '#FFFFFF')).toBeCloseTo(4.48, 2)
  })
})

/** From 1 (the same) to 21 (black on white). */
function contrast(one: string, other: string): number {
  const [bright = 0, dim = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (bright + 0.05) / (dim + 0.05)
}

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
