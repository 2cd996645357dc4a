import { ProfileForm } from '../../views/builder/ProfileForm.tsx'
import type { StepProps } from './step.ts'

export function ProfileStep({ actor, draft }: StepProps) {
  return <ProfileForm actor={actor} draft={draft} />
}
