import type { StepProps } from './step.ts'

export function ReviewStep({ draft }: StepProps) {
  return <p>{draft.profile.name}</p>
}
