import styled from 'styled-components'

import { plainText } from '#contract/help/article.ts'
import { faqGroups } from '#contract/help/faq.ts'
import type { FaqEntry } from '#contract/help/faq-terms.ts'
import { space } from '../../theme/theme.ts'
import { SearchBox } from '../kit/controls/search-box.ts'
import { EmptyState } from '../kit/feedback/EmptyState.tsx'
import { PageFrame } from '../kit/layout/PageFrame.tsx'
import { SectionHeader } from '../kit/layout/SectionHeader.tsx'
import { usePlace } from '../kit/use-place.ts'
import { helpMessages } from './help.messages.ts'
import { Question } from './Question.tsx'

const messages = helpMessages.faq

/** Whether a question holds every word that is written. */
function fits({ question, answer, words = '' }: FaqEntry, written: string): boolean {
  const text = `${question} ${answer.map(plainText).join(' ')} ${words}`.toLowerCase()
  return written
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** All questions by area. What is searched stands in the address, and so does the question that a link names. */
export function FaqRoute({ title }: { readonly title: string }) {
  const { read, move } = usePlace()
  const written = read('q') ?? ''
  const groups = faqGroups
    .map((group) => ({ ...group, entries: group.entries.filter((entry) => fits(entry, written.trim())) }))
    .filter(({ entries }) => entries.length > 0)
  return (
    <PageFrame title={title}>
      <Search
        type="search"
        aria-label={messages.search}
        placeholder={messages.search}
        value={written}
        onChange={({ target }) => move({ q: target.value }, true)}
      />
      {groups.length === 0 ? (
        <EmptyState title={messages.none}>{null}</EmptyState>
      ) : (
        groups.map(({ id, title: name, entries }) => (
          <section key={id} id={id} aria-label={name}>
            <SectionHeader title={name} />
            {entries.map((entry) => (
              <Question key={entry.id} of={entry} />
            ))}
          </section>
        ))
      )}
    </PageFrame>
  )
}

const Search = styled(SearchBox)`
  flex: none;
  width: min(24rem, 100%);
  margin-bottom: ${space[8]};
`
