import { Component, type ReactNode } from 'react'
import styled from 'styled-components'
import { withBase } from '#src/services/kit/address/base.ts'
import { color, font, radius, space } from '#src/theme/theme.ts'
import { Button } from '../controls/Button.tsx'
import { failureMessages as messages } from '../failure.messages.ts'

type ErrorBoundaryProps = {
  readonly children: ReactNode
  /** Beside others on its page, which go on. */
  readonly isPart?: boolean
  /** Loads the page again, if the server answers. */
  readonly onReload: () => void
}
type Caught = { readonly error: unknown }

/** React's words for a page that changes itself without end, in full and as its production build numbers them. */
const updateLoop = /Maximum update depth|Too many re-renders|React error #(185|301)/

/** The words of Chromium, Firefox and Safari for a part of the console that did not come. */
const notLoaded = /imported module|Importing a module/

/** Draws what is left to do when a page, or a part of one, broke. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, Caught> {
  override state: Caught = { error: null }

  static getDerivedStateFromError(error: unknown): Caught {
    return { error }
  }

  override render() {
    const { error } = this.state
    if (error === null) return this.props.children
    const { onReload, isPart = false } = this.props
    return <Broken error={error} isPart={isPart} onReload={onReload} onAgain={() => this.setState({ error: null })} />
  }
}

type BrokenProps = Caught &
  Required<Pick<ErrorBoundaryProps, 'onReload' | 'isPart'>> & {
    /** Draws it once more, as it is. */
    readonly onAgain: () => void
  }

function Broken({ error, isPart, onReload, onAgain }: BrokenProps) {
  const said = error instanceof Error ? error.message : String(error)
  // The browser never asks again for a part that did not come: only a new page can.
  const isMissing = notLoaded.test(said)
  const { missing, endless, other } = isPart ? messages.part : messages.page
  return (
    <Frame role="alert">
      <Title as={isPart ? 'h2' : 'h1'}>{messages.title}</Title>
      <p>{isMissing ? missing : updateLoop.test(said) ? endless : other}</p>
      {isMissing ? null : <Words>{said}</Words>}
      <Row>
        <Button kind="primary" onPress={isMissing ? onReload : onAgain}>
          {isMissing ? messages.retry : messages.again}
        </Button>
        {isMissing ? null : <Button onPress={onReload}>{messages.reload}</Button>}
        {isPart ? null : <Button onPress={() => location.assign(withBase('/'))}>{messages.home}</Button>}
      </Row>
    </Frame>
  )
}

const Frame = styled.div`
  display: grid;
  justify-items: start;
  gap: ${space[16]};
  width: min(40rem, calc(100% - 2rem));
  margin: ${space[48]} auto;
  padding: ${space[24]};
  border: 1px solid ${color['border.subtle']};
  border-radius: ${radius.card};
  background: ${color['bg.surface']};
`

const Title = styled.h1`
  font: ${font.title};
`

const Words = styled.pre`
  max-width: 100%;
  color: ${color['text.muted']};
  font: ${font.code};
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space[8]};
`
