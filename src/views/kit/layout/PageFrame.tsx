import type { ReactNode } from 'react'
import styled from 'styled-components'

import { color, narrow, space } from '#src/theme/theme.ts'
import { Breadcrumb, type Crumb } from './Breadcrumb.tsx'
import { FocusOnArrival } from './FocusOnArrival.tsx'

type PageFrameProps = {
  /** The heading: what is so. */
  readonly title: string
  /** Where the page is, in the header; the heading where nothing else is said. */
  readonly where?: string
  /** The title of the window; {@link where} unless it is said. */
  readonly tab?: string
  /** The pages above this one. */
  readonly above?: readonly Crumb[]
  /** Before the heading: the mark of what the page is about. */
  readonly mark?: ReactNode
  /** Statuses beside the heading. */
  readonly badges?: ReactNode
  /** One muted line below the heading. */
  readonly sub?: ReactNode
  /** Right of the heading; the primary one comes last. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A page: its place in the header, its heading with statuses and actions, and what stands below. The head of one thing is a region of its name. */
export function PageFrame({
  title,
  where = title,
  tab = where,
  above = [],
  mark,
  badges,
  sub,
  actions,
  children,
}: PageFrameProps) {
  return (
    <Page>
      <Breadcrumb above={above} here={where} />
      <Head {...(badges === undefined ? {} : { role: 'region', 'aria-label': title })}>
        <Names>
          {mark}
          <FocusOnArrival title={title} tab={tab} />
          {badges}
        </Names>
        {actions === undefined ? null : <Actions>{actions}</Actions>}
        {sub === undefined ? null : <Sub>{sub}</Sub>}
      </Head>
      {children}
    </Page>
  )
}

const Page = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space[16]};
  width: min(76rem, 100%);
`

const Head = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  align-items: center;
  gap: ${space[4]} ${space[12]};
  min-height: 2rem;

  ${narrow} {
    grid-template-columns: minmax(0, 1fr);
    gap: ${space[8]};
  }
`

const Names = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[4]} ${space[12]};
  min-width: 0;
`

/** Where there is no room beside the heading they stand below it, the primary one first. */
const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space[8]};

  ${narrow} {
    order: 1;

    & > :last-child {
      order: -1;
      flex: 1 0 auto;
    }
  }
`

const Sub = styled.div`
  display: flex;
  flex-wrap: wrap;
  grid-column: 1 / -1;
  align-items: center;
  gap: ${space[4]} ${space[8]};
  min-width: 0;
  color: ${color['text.muted']};

  ${narrow} {
    order: 2;
  }
`
