import type { StudioTabProps } from './studio-tab.ts'

export function InvestigatorTab({ details }: StudioTabProps) {
  return <p>{details.name}</p>
}
