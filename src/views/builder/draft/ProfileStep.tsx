import type { StepProps } from './builder-step.ts'
import { ProfileForm } from './ProfileForm.tsx'

export function ProfileStep({ actor, draft }: StepProps) {
  return <ProfileForm actor={actor} draft={draft} />
}
