import { UniverseView } from '../../views/universe/UniverseView.tsx'
import type { UniverseTabProps } from './studio-tab.ts'

/** The figures are those of the frame: one reading for the whole page. */
export function UniverseTab({ reading }: UniverseTabProps) {
  return reading === null ? null : <UniverseView reading={reading} />
}
