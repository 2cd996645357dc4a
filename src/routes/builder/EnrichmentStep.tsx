import type { StepProps } from './step.ts'

export function EnrichmentStep({ draft }: StepProps) {
  return <p>{draft.profile.name}</p>
}
