/** What was kept of a choice when it is read again: it may be of an older console, or of somebody's own hand. */
import { firstChoice, type RendererChoice, sourceNames, viewNames } from './renderer.machine.ts'
import { sampleNames } from './samples.ts'

const textIn = (value: unknown) => (typeof value === 'string' ? value : null)

/** The choice in a value; what does not fit of it is as it is at first. Null when the value is none at all. */
export function choiceIn(value: unknown): RendererChoice | null {
  if (typeof value !== 'object' || value === null) return null
  const { source, transactionId, sample, view, custom } = value as Readonly<Record<string, unknown>>
  return {
    source: sourceNames.find((it) => it === source) ?? firstChoice.source,
    transactionId: textIn(transactionId),
    sample: sampleNames.find((it) => it === sample) ?? firstChoice.sample,
    view: viewNames.find((it) => it === view) ?? firstChoice.view,
    custom: textIn(custom),
  }
}
