import { useActorRef, useSelector } from '@xstate/react'
import { useMemo } from 'react'

import type { Helpfulness } from '#contract/help/help.ts'
import { selectPage } from '../../machines/kit/list.selectors.ts'
import { articleAnswerFor, shareMachine } from '../../services/help/help.actors.ts'
import type { Access } from '../../services/kit/api-client.ts'
import { inspect } from '../../services/kit/inspection.ts'
import { ArticleAnswer } from './ArticleAnswer.tsx'

/** Whether the article was helpful: what the person said before, and what they say now. */
export function AnswerSection({ access, article }: { readonly access: Access; readonly article: string }) {
  const list = useActorRef(
    useMemo(() => shareMachine(access), [access]),
    { input: { query: { article } }, inspect },
  )
  const actor = useActorRef(
    useMemo(() => articleAnswerFor(access, article), [access, article]),
    { input: { isHelpful: true }, inspect },
  )
  const before = useSelector(list, selectPage<Helpfulness>)?.items[0] ?? null
  return <ArticleAnswer actor={actor} before={before} />
}
