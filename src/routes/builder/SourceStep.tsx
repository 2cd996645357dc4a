import type { StepProps } from './step.ts'

export function SourceStep({ draft }: StepProps) {
  return <p>{draft.profile.name}</p>
}
