"""Button pods at a table: where each sits, which are strangers, and what people are told of them."""
