import { createElement, Fragment } from 'react'

import { moment } from '../format/times.ts'
import { Moment } from './Moment.tsx'

const instant = /(\d{4}-\d\d-\d\dT[\d:.]+Z)/

/** A sentence of the server; the instants in it stand as a person reads them. */
export function TextWithTimestamps({ text }: { readonly text: string }) {
  // Split by a group, every second part is an instant. As children and not as a list they need no keys.
  const parts = text.split(instant).map((part, index) => (index % 2 === 1 ? createElement(Moment, { at: part }) : part))
  return createElement(Fragment, null, ...parts)
}

/** The same for an attribute, which holds text only. */
export const textWithTimes = (text: string): string =>
  text
    .split(instant)
    .map((part, index) => (index % 2 === 1 ? moment(new Date(part), new Date()) : part))
    .join('')
