import type { UniverseTabProps } from '../studio-tab.ts'
import { UniverseView } from './UniverseView.tsx'

/** The figures are those of the frame: one reading for the whole page. */
export function UniverseTab({ reading }: UniverseTabProps) {
  return reading === null ? null : <UniverseView reading={reading} />
}
