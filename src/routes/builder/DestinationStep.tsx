import type { StepProps } from './step.ts'

export function DestinationStep({ draft }: StepProps) {
  return <p>{draft.profile.name}</p>
}
