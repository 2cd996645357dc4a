/** How a JSON text looks, by the roles of the theme: the page's own light and dark hold here too. */
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

import { color, font, radius, space } from '#src/theme/theme.ts'
import { syntaxRoles as roles } from './colours.ts'

const highlight = HighlightStyle.define([
  { tag: tags.propertyName, color: color[roles.name] },
  { tag: tags.string, color: color[roles.string] },
  { tag: tags.number, color: color[roles.number] },
  { tag: [tags.bool, tags.null], color: color[roles.constant], fontWeight: '600' },
  { tag: [tags.separator, tags.squareBracket, tags.brace], color: color[roles.sign] },
  { tag: tags.invalid, color: color[roles.broken] },
])

const ring = { outline: `2px solid ${color['border.focus']}`, outlineOffset: '2px' }
const control = {
  minHeight: '2rem',
  padding: `0 ${space[8]}`,
  border: `1px solid ${color['border.control']}`,
  borderRadius: radius.control,
  backgroundColor: color['bg.surface'],
  backgroundImage: 'none',
  color: color['text.default'],
  font: font.dense,
}

const theme = EditorView.theme({
  '&': { backgroundColor: color['bg.surface'], color: color['text.default'] },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { font: font.code, overflow: 'auto' },
  '.cm-content': { caretColor: color['text.default'], padding: `${space[8]} 0` },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: color['text.default'] },
  '.cm-gutters': {
    backgroundColor: color['bg.surface'],
    color: color['text.subtle'],
    borderRight: `1px solid ${color['border.subtle']}`,
  },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: color['bg.hover'] },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: color['bg.selected'],
  },
  '&.cm-focused .cm-matchingBracket, .cm-matchingBracket': {
    backgroundColor: 'transparent',
    outline: `1px solid ${color['border.control']}`,
  },
  '&.cm-focused .cm-nonmatchingBracket, .cm-nonmatchingBracket': {
    backgroundColor: 'transparent',
    outline: `1px solid ${color['danger.icon']}`,
  },
  // Outlined and not filled: each colour of a text keeps its contrast.
  '.cm-searchMatch, .cm-selectionMatch': { backgroundColor: 'transparent', outline: `1px solid ${color['warning.icon']}` },
  '.cm-searchMatch-selected': { backgroundColor: 'transparent', outline: `2px solid ${color['border.focus']}` },
  '.cm-foldGutter .cm-gutterElement': { cursor: 'pointer', padding: `0 ${space[4]}` },
  '.cm-foldPlaceholder': {
    padding: `0 ${space[4]}`,
    border: `1px solid ${color['border.default']}`,
    backgroundColor: color['bg.sunken'],
    color: color['text.muted'],
  },
  '.cm-panels': {
    backgroundColor: color['bg.sunken'],
    color: color['text.default'],
    borderColor: color['border.subtle'],
    font: font.dense,
  },
  '.cm-panels-top': { borderBottom: `1px solid ${color['border.subtle']}` },
  '.cm-panel.cm-search': { padding: `${space[8]} ${space[32]} ${space[8]} ${space[8]}` },
  '.cm-panel.cm-search label': { font: font.dense },
  '.cm-panel.cm-search [name=close]': { ...control, top: space[8], right: space[4], border: 'none', background: 'none' },
  '.cm-textfield': control,
  '.cm-button': { ...control, cursor: 'pointer' },
  '.cm-textfield:focus-visible, .cm-button:focus-visible, .cm-panel button:focus-visible, .cm-panel input:focus-visible': ring,
  '.cm-tooltip': {
    border: `1px solid ${color['border.default']}`,
    borderRadius: radius.control,
    backgroundColor: color['bg.raised'],
    color: color['text.default'],
    font: font.dense,
    maxWidth: 'min(32rem, calc(100vw - 2rem))',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { font: font.code },
  '.cm-tooltip-autocomplete ul li[aria-selected], .cm-panel.cm-panel-lint ul [aria-selected]': {
    backgroundColor: color['bg.selected'],
    color: color['text.default'],
  },
  '.cm-diagnostic': { padding: `${space[4]} ${space[8]}`, overflowWrap: 'anywhere' },
  '.cm-diagnostic-error': { borderLeftColor: color['danger.icon'] },
  '.cm-diagnostic-warning': { borderLeftColor: color['warning.icon'] },
  '.cm-diagnostic-info, .cm-diagnostic-hint': { borderLeftColor: color['info.icon'] },
  // The library's own marks are pictures in an address, which the policy of the page and the theme both know nothing of.
  '.cm-lintRange': { backgroundImage: 'none', textDecorationLine: 'underline', textDecorationStyle: 'wavy' },
  '.cm-lintRange-error': { textDecorationColor: color['danger.icon'] },
  '.cm-lintRange-warning': { textDecorationColor: color['warning.icon'] },
  '.cm-lintRange-info, .cm-lintRange-hint': { textDecorationColor: color['info.icon'] },
  '.cm-lintRange-active': { backgroundColor: 'transparent' },
})

export const looks: Extension = [theme, syntaxHighlighting(highlight)]
