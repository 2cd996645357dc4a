/** Whatever colour a company may save, everything that is drawn in it can be read, in both themes. */
import { describe, expect, it } from 'vitest'

import { contrast, faultsOfColors } from '#contract/settings/brand-colors.ts'
import { brandCss, brandRoles } from '#src/machines/shell/brand-css.ts'

const secondary = '#f5f5f5'
const parts = ['00', '33', '66', '99', 'cc', 'ff']
const allowed = parts
  .flatMap((red) => parts.flatMap((green) => parts.map((blue) => `#${red}${green}${blue}`)))
  .filter((primary) => faultsOfColors({ primary, secondary }).primary === null)

describe.each([
  ['light', '#62666D', '#FFFFFF'],
  ['dark', '#8D95A1', '#1B212A'],
] as const)('the %s theme', (theme, letters, raised) => {
  it(`stays readable in each of ${allowed.length} colours`, () => {
    expect(allowed.length).toBeGreaterThan(50)
    for (const primary of allowed) {
      const roles = brandRoles(primary, theme)
      for (const role of ['brand.solid', 'brand.solidHover', 'brand.solidActive'])
        expect(contrast('#FFFFFF', roles[role] ?? ''), `white on ${role} of ${primary}`).toBeGreaterThanOrEqual(4.5)
      const subtle = roles['brand.subtle'] ?? ''
      expect(contrast(roles['brand.onSubtle'] ?? '', subtle), `onSubtle of ${primary}`).toBeGreaterThanOrEqual(4.5)
      expect(contrast(letters, subtle), `letters on the subtle of ${primary}`).toBeGreaterThanOrEqual(4.5)
      expect(contrast(roles['border.focus'] ?? '', raised), `focus of ${primary}`).toBeGreaterThanOrEqual(3)
    }
  })
})

it('a colour that cannot be read on is refused with its figure', () => {
  const { primary, secondary: menu } = faultsOfColors({ primary: '#ffcc00', secondary: '#888888' })
  expect(primary).toBe('White text on buttons of this color would be hard to read. The contrast is 1.5:1, but 4.5:1 is needed.')
  expect(menu).toMatch(/^Grey text on a menu of this color would be hard to read\. The contrast is 1\.\d:1/)
  expect(faultsOfColors({ primary: '#1664FF', secondary })).toEqual({ primary: null, secondary: null })
})

it('the colours of the product change nothing', () => {
  const own = brandCss({ brandingColors: { primary: '#1664ff', secondary: '#F5F5F5' }, dashboardLayout: { cardsPerRow: 4 } })
  expect(own).toContain('--cards-per-row:4')
  expect(own).not.toContain('--brand')
})
