/** What a tab keeps of a text that is being written, and what it gives back. */
import type { OpenedConfig, SavedConfig, UnsavedText } from './config-editor.context.ts'
import { sameConfig } from './config-text.ts'
import { withoutSecretTexts } from './text-secrets.ts'

/** @param leftOut secrets that were left out before, of a text that has been in the tab. */
export function unsavedTextOf(text: string, revision: number, leftOut: number): UnsavedText {
  const blanked = withoutSecretTexts(text)
  return { text: blanked.text, revision, leftOut: Math.max(leftOut, blanked.count) }
}

/** Total: whatever the tab gives back. A text that says what the server has, with no secret left out, is not kept any longer. */
export function openedWith(saved: SavedConfig, found: unknown): OpenedConfig {
  const kept = parseUnsavedText(found)
  return { saved, kept: kept?.leftOut === 0 && sameConfig(kept.text, saved.text) ? null : kept }
}

function parseUnsavedText(found: unknown): UnsavedText | null {
  if (typeof found !== 'object' || found === null) return null
  const { text, revision, leftOut } = found as Readonly<Record<string, unknown>>
  return typeof text === 'string' && typeof revision === 'number' && typeof leftOut === 'number'
    ? { text, revision, leftOut }
    : null
}
