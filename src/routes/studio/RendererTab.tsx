import type { StudioTabProps } from './studio-tab.ts'

export function RendererTab({ details }: StudioTabProps) {
  return <p>{details.name}</p>
}
