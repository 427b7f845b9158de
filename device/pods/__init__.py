"""Button pods at a table: where each sits, which are namesakes, and what people are told of them."""
