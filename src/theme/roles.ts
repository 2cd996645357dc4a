/** What each colour is for: [light, dark]. Text reaches 4.5:1 and controls 3:1 on the surfaces they stand on; a test computes every pair. */
export const roles = {
  'bg.canvas': ['#F5F5F5', '#0E1116'],
  'bg.surface': ['#FFFFFF', '#151A21'],
  'bg.raised': ['#FFFFFF', '#1B212A'],
  'bg.sunken': ['#EDEEF0', '#0A0D11'],
  'bg.hover': ['#F0F2F5', '#1F2630'],
  'bg.selected': ['#E8F0FF', '#13264D'],
  'bg.inverse': ['#14171D', '#F0F2F5'],
  'text.default': ['#14171D', '#E6E9EE'],
  'text.muted': ['#575B62', '#A3AAB5'],
  'text.subtle': ['#62666D', '#8D95A1'],
  'text.onBrand': ['#FFFFFF', '#FFFFFF'],
  'text.inverse': ['#FFFFFF', '#14171D'],
  'text.link': ['#1152D4', '#7FABFF'],
  'text.disabled': ['#A0A5AC', '#5A616C'],
  'border.subtle': ['#E2E4E8', '#242B35'],
  'border.default': ['#D0D4DC', '#323B47'],
  'border.control': ['#80858D', '#6B7482'],
  'border.focus': ['#1664FF', '#7FABFF'],
  'brand.solid': ['#1664FF', '#1664FF'],
  'brand.solidHover': ['#1152D4', '#0F57E6'],
  'brand.solidActive': ['#0E40A4', '#0D49C2'],
  'brand.subtle': ['#E8F0FF', '#13264D'],
  'brand.onSubtle': ['#0E40A4', '#A9C7FF'],
  'success.solid': ['#027A3D', '#027A3D'],
  'success.subtle': ['#DDF6E4', '#0C2A1A'],
  'success.text': ['#04612F', '#6BD68E'],
  'success.icon': ['#028844', '#36AC62'],
  'success.border': ['#86DB9D', '#1C5A36'],
  'warning.solid': ['#8A5C00', '#8A5C00'],
  'warning.subtle': ['#FCEBD2', '#2E2108'],
  'warning.text': ['#6E4900', '#F0B95F'],
  'warning.icon': ['#986600', '#D0900F'],
  'warning.border': ['#EFBA6E', '#66490F'],
  'danger.solid': ['#C92F33', '#C92F33'],
  'danger.subtle': ['#FFE7E4', '#3A1518'],
  'danger.text': ['#A3141F', '#FF9D96'],
  'danger.icon': ['#C92F33', '#F05653'],
  'danger.border': ['#FFABA3', '#7A262A'],
  'info.subtle': ['#E1ECFF', '#13264D'],
  'info.text': ['#0E40A4', '#A9C7FF'],
  'info.icon': ['#1664FF', '#5D94FE'],
  'info.border': ['#A0C1FF', '#27488C'],
  'neutral.subtle': ['#EAECF0', '#242B35'],
  'neutral.text': ['#41454C', '#C3C9D2'],
  'neutral.border': ['#D0D4DC', '#3C4653'],
  'pending.subtle': ['#F0EAFF', '#251A3D'],
  'pending.text': ['#5C2FA0', '#CDB4FF'],
  'pending.icon': ['#8254C4', '#A376E9'],
  'pending.border': ['#CEB5FF', '#4B3478'],
  'chart.1': ['#1664FF', '#5D94FE'],
  'chart.2': ['#0A8282', '#31A5A5'],
  'chart.3': ['#986600', '#D0900F'],
  'chart.4': ['#C92F33', '#F05653'],
  'chart.5': ['#8254C4', '#A376E9'],
  'chart.6': ['#575B62', '#A3AAB5'],
} as const satisfies Readonly<Record<string, readonly [light: string, dark: string]>>

export type Role = keyof typeof roles

/** The custom property that carries a role, e.g. `--bg-canvas`. */
export const propertyOf = (role: Role) => `--${role.replace('.', '-')}`

const themes = ['light', 'dark'] as const
const block = (theme: 0 | 1) =>
  [
    `color-scheme:${themes[theme]}`,
    ...Object.entries(roles).map(([role, pair]) => `${propertyOf(role as Role)}:${pair[theme]}`),
  ].join(';')

/**
 * The style sheet that gives every role its colour. It stands in the page itself, so that the first paint has it.
 * `data-theme` on the root says what the person chose; without it the system's choice holds.
 */
export function rolesAsCss(): string {
  return [
    `:root{${block(0)}}`,
    `@media (prefers-color-scheme:dark){:root:not([data-theme=light]){${block(1)}}}`,
    `:root[data-theme=dark]{${block(1)}}`,
  ].join('')
}
