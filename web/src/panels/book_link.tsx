// Link to a page of the book. The book opens beside the page, so that nothing that is being written is lost.
import type { ComponentChildren } from "preact";
import { addressOf } from "../book";

/// The link, or nothing in an edition without the book. `about` names the subject for screen readers.
export function BookLink({ page, about, children }: { page: string | undefined; about: string; children?: ComponentChildren }) {
  const address = page === undefined ? undefined : addressOf(page);
  if (address === undefined) return null;
  return <a class="book" href={address} target="_blank" rel="noopener" title={`${about}, in the book`}>{children ?? "Book"}<span class="unseen"> on {about}</span></a>;
}
