/** The colours of a company as a style sheet over the product's own, in both themes: readable whatever was chosen within what may be saved. */
import { type BrandColors, contrast, readable, rgbOf } from '#contract/settings/brand-colors.ts'
import { companyDefaults } from '#contract/settings/company-limits.ts'

const part = (value: number) => Math.round(value).toString(16).padStart(2, '0')

/** So much of one colour in another. */
function mixed(base: string, other: string, share: number): string {
  const [one, two] = [rgbOf(base), rgbOf(other)]
  return `#${one.map((value, at) => part(value + ((two[at] ?? 0) - value) * share)).join('')}`
}

const [white, black] = ['#ffffff', '#000000']

/** The nearest colour towards another that reaches a contrast on what it stands on. */
function reaching(color: string, towards: string, surface: string, wanted: number): string {
  for (let share = 0; share < 1; share += 0.05) {
    const it = mixed(color, towards, share)
    if (contrast(it, surface) >= wanted) return it
  }
  return towards
}

/** A surface with a touch of a colour, on which these letters can still be read. */
function tinted(surface: string, color: string, most: number, letters: readonly string[]): string {
  for (let share = most; share > 0; share -= 0.02) {
    const it = mixed(surface, color, share)
    if (letters.every((letter) => contrast(letter, it) >= readable)) return it
  }
  return surface
}

type Theme = { readonly surface: string; readonly raised: string; readonly letters: readonly string[]; readonly end: string }
const light: Theme = { surface: '#ffffff', raised: '#ffffff', letters: ['#62666D', '#1152D4'], end: black }
const dark: Theme = { surface: '#151A21', raised: '#1B212A', letters: ['#8D95A1', '#7FABFF'], end: white }

/** By role of `roles.ts`. */
export function brandRoles(primary: string, theme: 'light' | 'dark'): Readonly<Record<string, string>> {
  const { surface, raised, letters, end } = theme === 'light' ? light : dark
  const lifted = theme === 'light' ? primary : reaching(primary, white, surface, 3)
  const solid = contrast(white, lifted) >= readable ? lifted : primary
  const subtle = tinted(surface, primary, theme === 'light' ? 0.1 : 0.3, letters)
  return {
    'brand.solid': solid,
    'brand.solidHover': mixed(solid, black, 0.15),
    'brand.solidActive': mixed(solid, black, 0.3),
    'brand.subtle': subtle,
    'bg.selected': subtle,
    'brand.onSubtle': reaching(primary, end, subtle, readable),
    'border.focus': reaching(primary, end, raised, 3),
  }
}

type Look = { readonly brandingColors: BrandColors; readonly dashboardLayout: { readonly cardsPerRow: number } }
type Rules = Readonly<Record<string, string>>

const declared = (rules: Rules) =>
  Object.entries(rules)
    .map(([role, value]) => `--${role.replace('.', '-')}:${value}`)
    .join(';')

/** The product's own colours need no rule. */
export function brandCss({ brandingColors: { primary, secondary }, dashboardLayout: { cardsPerRow } }: Look): string {
  const own = companyDefaults.brandingColors
  const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
  const of = (theme: 'light' | 'dark'): Rules => (same(primary, own.primary) ? {} : brandRoles(primary, theme))
  const menu: Rules = same(secondary, own.secondary) ? {} : { 'bg.canvas': secondary }
  const [day, night] = [declared({ ...of('light'), ...menu }), declared(of('dark'))]
  return [
    `:root{--cards-per-row:${cardsPerRow}}`,
    `:root:not([data-theme=dark]){${day}}`,
    `@media (prefers-color-scheme:dark){:root:not([data-theme=light]){${menu['bg.canvas'] ? '--bg-canvas:#0E1116;' : ''}${night}}}`,
    `:root[data-theme=dark]{${night}}`,
  ].join('')
}
