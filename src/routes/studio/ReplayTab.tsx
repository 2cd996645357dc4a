import type { StudioTabProps } from './studio-tab.ts'

export function ReplayTab({ details }: StudioTabProps) {
  return <p>{details.name}</p>
}
