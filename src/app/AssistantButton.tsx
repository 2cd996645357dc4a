import { lazy, Suspense, useState, useSyncExternalStore } from 'react'
import type { User } from '#contract/auth/auth.ts'
import { isLinked, questionCount, watchQuestions } from '../services/assistant/questions.service.ts'
import { RoundButton } from '../views/assistant/RoundButton.tsx'

const AssistantMount = lazy(async () => ({ default: (await import('../views/assistant/AssistantMount.tsx')).AssistantMount }))

/** Loads the assistant when it is first opened or asked from another page; from then on its own chart has the button. */
export function AssistantButton({ user }: { readonly user: User }) {
  const [isWanted, want] = useState(isLinked)
  const isAsked = useSyncExternalStore(watchQuestions, questionCount) > 0
  if (!isWanted && !isAsked) return <RoundButton onPress={() => want(true)} />
  return (
    <Suspense fallback={<RoundButton isBusy onPress={() => {}} />}>
      <AssistantMount user={user} />
    </Suspense>
  )
}
