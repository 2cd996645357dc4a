import type { StepProps } from './step.ts'

export function ProfileStep({ draft }: StepProps) {
  return <p>{draft.profile.name}</p>
}
