import type { ComponentProps, MouseEvent } from 'react'
import { withBase } from '#src/services/kit/address/base.ts'
import { navigate } from '../browser-location.ts'

/** A link to another page of the console. The router's own link ignores the base path. */
export function PlainLink({ href, onClick, ...rest }: ComponentProps<'a'> & { readonly href: string }) {
  const go = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    const isElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0
    if (isElsewhere || event.defaultPrevented) return
    event.preventDefault()
    navigate(href)
  }
  return <a href={withBase(href)} onClick={go} {...rest} />
}
