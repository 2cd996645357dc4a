/** What views are made of: roles of colour and the scales. A view uses these and nothing raw. */
import { css } from 'styled-components'

import { propertyOf, type Role } from './roles.ts'

/**
 * `color['bg.canvas']` is a reference to the role: which colour it is now, the page's `data-theme` decides. Made as it is asked for, so that
 * no script carries the colours, which stand in the page's own style.
 */
export const color = new Proxy({} as Record<Role, string>, { get: (_, role) => `var(${propertyOf(role as Role)})` })

/** On the 4 px grid, named by its pixels. */
export const space = {
  4: '0.25rem',
  8: '0.5rem',
  12: '0.75rem',
  16: '1rem',
  24: '1.5rem',
  32: '2rem',
  48: '3rem',
} as const

export const radius = { control: '6px', card: '10px', pill: '999px' } as const

/** The typeface is declared in `scripts/vite/early-page.ts`; the second name is a system font in its measures, so that nothing moves when it comes. */
const sans = "'Inter Variable', 'Inter Fallback', system-ui, sans-serif"
const mono = "ui-monospace, 'SF Mono', 'Cascadia Mono', 'Noto Sans Mono', 'Liberation Mono', monospace"

export const font = {
  /** Labels of figures, hints, times: 12/16. */
  dense: `400 0.75rem/1rem ${sans}`,
  /** Text: 13/20. */
  body: `400 0.8125rem/1.25rem ${sans}`,
  /** Navigation, labels, buttons, names: 13/20. */
  strong: `500 0.8125rem/1.25rem ${sans}`,
  /** 14/20. */
  section: `600 0.875rem/1.25rem ${sans}`,
  /** 20/28. */
  title: `600 1.25rem/1.75rem ${sans}`,
  /** 28/36. */
  figure: `600 1.75rem/2.25rem ${sans}`,
  code: `400 0.75rem/1.25rem ${mono}`,
} as const

export const shadow = {
  popover: '0 4px 16px rgb(0 0 0 / 16%)',
  dialog: '0 12px 40px rgb(0 0 0 / 24%)',
} as const

/** What the hand does, what appears, one turn of what turns; `page.css` says how long, and nothing moves for whom wants no motion. */
export const motion = { hand: 'var(--motion-hand)', appear: 'var(--motion-appear)', turn: 'var(--motion-turn)' } as const

/** Height of a row of a table in CSS pixels. */
export const rowHeight = 40

/** Below this width the console is one column. */
export const narrow = '@media (max-width: 47.99rem)'

export const focusRing = css`
  &:focus-visible {
    outline: 2px solid ${color['border.focus']};
    outline-offset: 2px;
  }
`

/** For assistive technology only. */
export const unseen = css`
  position: absolute;
  width: 1px;
  height: 1px;
  margin: -1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
`
