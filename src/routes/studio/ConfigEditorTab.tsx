import type { StudioTabProps } from './studio-tab.ts'

export function ConfigEditorTab({ details }: StudioTabProps) {
  return <p>{details.name}</p>
}
