import type { StudioTabProps } from './studio-tab.ts'

export function UniverseTab({ details }: StudioTabProps) {
  return <p>{details.name}</p>
}
