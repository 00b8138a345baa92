/** SQL of the holder of a link: the customer, or null once that one was erased, whose links are dead. @param id SQL of an id */
export const holderOf = (id: string) =>
  `(select holder.id from customers holder where holder.id = ${id} and holder.erased_at is null)`;
