(declaration block: (block) @class.inside) @class.around
(patch_item block: (block) @class.inside) @class.around
(test_item block: (block) @test.inside) @test.around
(entry) @entry.around
(effect_entry) @entry.around
(judged_entry) @entry.around
(parameter) @parameter.inside
(argument) @parameter.inside
(comment) @comment.inside
(doc_comment)+ @comment.around
