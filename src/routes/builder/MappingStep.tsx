import type { StepProps } from './step.ts'

export function MappingStep({ draft }: StepProps) {
  return <p>{draft.profile.name}</p>
}
