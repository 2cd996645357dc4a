/** Texts of a configuration as the tests of its editor write them. */
import type { OpenedConfig, SavedConfig } from '#src/machines/studio/config-editor/config-editor.context.ts'
import { textOf } from '#src/machines/studio/config-editor/config-text.ts'
import { named, shopDraft } from '../../kit/samples/drafts.ts'

export const mine = textOf(named('Mine').config)
export const older = textOf(named('Older').config)
export const broken = '{"name": '

export const saved: SavedConfig = {
  revision: 3,
  text: textOf(shopDraft.config),
  live: { number: 2, text: older },
  isDeploying: false,
}
const theirs: SavedConfig = { ...saved, revision: 4, text: textOf(named('Theirs').config) }

const opened = (it: SavedConfig): OpenedConfig => ({ saved: it, kept: null })
const kept = { text: mine, revision: 3, leftOut: 1 }

/** What a person may find. */
export const openings = {
  'as the server has it': opened(saved),
  'it is being deployed': opened({ ...saved, isDeploying: true }),
  'with what the tab kept': { saved, kept },
  'with what the tab kept, and somebody overtook': { saved: theirs, kept },
  'it is what was published here': opened({ ...saved, revision: 4, text: mine, live: { number: 3, text: mine } }),
} satisfies Readonly<Record<string, OpenedConfig>>
